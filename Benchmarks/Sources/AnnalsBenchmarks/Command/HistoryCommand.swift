#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// `annals-bench history`.
enum HistoryCommand {
  static let word = "history"

  static func run(_ arguments: HistoryArguments) throws {
    let place = try BenchmarkFolder(in: arguments.folder, named: arguments.keptName)
    defer { if arguments.keptName == nil { place.remove() } }
    let run = HistoryRun(
      arguments.plan,
      workplace: ProcessWorkplace(),
      folder: place.path,
      progress: Output.remark.write
    )
    let report = HistoryReport(run.measure(), fileSystem: place.fileSystem)
    Output.answer.write(report.text)
    if let path = arguments.jsonPath {
      try Figure.json(report.figures).write(to: URL(filePath: path), options: .atomic)
    }
    guard report.result.failures.isEmpty else { throw BenchmarkError("not all could be measured") }
  }
}
