import Foundation

/// The Swift compiler as somebody calls it whose program imports the library.
struct Compiler {
  /// An error that the compiler found.
  struct Fault: Hashable, CustomStringConvertible {
    let file: String
    let line: Int
    let message: String

    var description: String { "\(file):\(line): \(message)" }
  }

  /// The project's folder.
  static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    .standardized

  /// Where the package's modules were built, beside the tests, and those of the C libraries that they are made with.
  private static let modules: [String] = {
    let built = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
      .deletingLastPathComponent()
    let libraries = ["CLMDB", "CXXHash", "CZstd"].map { root.appending(path: "Sources/\($0)") }
    let folders =
      ["Modules", "CSimdjson.build", "CRE2.build"].map { built.appending(path: $0) } + libraries
    return folders.flatMap { ["-I", $0.path] }
  }()

  /// Checks a module of some files as thoroughly as a build does: what becomes of values that may not be copied or
  /// shared is only found after the types.
  ///
  /// - Returns: the errors, in the order in which they were found.
  static func faults(in files: [URL]) throws -> [Fault] {
    let (status, output) = try run(
      [
        "swiftc", "-emit-sil", "-o", "/dev/null", "-wmo", "-parse-as-library", "-swift-version",
        "6",
      ]
        + ["-module-name", "Snippet"] + modules + files.map(\.path)
    )
    let faults = output.split(separator: "\n").compactMap(Fault.init)
    // A compiler that failed without naming a place did not judge the files at all.
    guard status == 0 || !faults.isEmpty else { throw Failure(output: output) }
    return faults
  }

  /// Writes what is public in a module into a folder, as the documentation compiler reads it.
  static func extractSymbols(of module: String, into folder: URL) throws {
    let info = try run(["swiftc", "-print-target-info"]).output
    guard let target = info.firstMatch(of: /"unversionedTriple": "(.*)"/)?.1 else {
      throw Failure(output: info)
    }
    let (status, output) = try run(
      ["swift", "symbolgraph-extract", "-module-name", module, "-target", String(target)]
        + ["-minimum-access-level", "public", "-skip-synthesized-members"]
        + ["-output-dir", folder.path] + modules
    )
    guard status == 0 else { throw Failure(output: output) }
  }

  private static func run(_ words: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    let pipe = Pipe()
    process.standardError = pipe
    process.standardOutput = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, output)
  }

  /// A run of the compiler that came to nothing.
  struct Failure: Error { let output: String }
}

extension Compiler.Fault {
  /// Reads `PATH:LINE:COLUMN: error: MESSAGE`.
  fileprivate init?(_ line: Substring) {
    guard let match = line.wholeMatch(of: /(.+?):(\d+):\d+: error: (.*)/),
      let number = Int(match.2)
    else { return nil }
    self.init(
      file: URL(filePath: String(match.1)).lastPathComponent,
      line: number,
      message: String(match.3)
    )
  }
}
