#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A drawing as gnuplot's commands.
struct Plot: Equatable {
  /// The name of its files.
  var name: String
  /// What it shows.
  var title: String
  /// How high it is, in pixels.
  var height = 560
  /// What sets it up, and at last draws it.
  var commands: [String]

  /// The script that draws the plot twice, beside itself.
  var script: String {
    var lines = ["# Draws \(name).svg and \(name).png: gnuplot \(name).gnuplot"]
    lines += ["set title \(Self.quoted(title))"] + commands.dropLast()
    for (terminal, ending) in [("svg", "svg"), ("pngcairo", "png")] {
      lines.append("set terminal \(terminal) size 900,\(height) enhanced background 'white'")
      lines.append("set output '\(name).\(ending)'")
      lines += commands.suffix(1)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Text as gnuplot takes it, with what it would read as mark-up disarmed.
  static func quoted(_ text: String) -> String {
    "'" + text.flatMap { $0 == "'" ? "''" : $0 == "_" || $0 == "^" ? "\\\($0)" : "\($0)" } + "'"
  }

  /// Rows as a block that `plot` can read.
  static func data(_ name: String, _ rows: [[String]]) -> String {
    (["$\(name) << END"] + rows.map { $0.joined(separator: " ") } + ["END"])
      .joined(separator: "\n")
  }
}

/// The program that draws.
enum Gnuplot {
  /// Writes the plots' scripts into a folder, which it makes where needed, and draws them there.
  ///
  /// - Throws: `BenchmarkError` where gnuplot is not installed or refuses; the scripts stay.
  static func draw(_ plots: [Plot], in folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for plot in plots {
      let file = try OutputFile(at: "\(folder)/\(plot.name).gnuplot")
      try file.append(plot.script)
      try file.flush()
    }
    for plot in plots {
      let child: ChildProcess
      do {
        child = try ChildProcess(
          ["-e", "cd \(Plot.quoted(folder))", plot.name + ".gnuplot"],
          of: "gnuplot"
        )
      } catch {
        throw BenchmarkError(
          "gnuplot is not installed, so nothing was drawn",
          hint: "apt-get install gnuplot-nox; then, in \(folder): gnuplot *.gnuplot"
        )
      }
      guard child.wait() == 0 else {
        throw BenchmarkError("gnuplot could not draw \(folder)/\(plot.name).gnuplot")
      }
    }
  }
}
