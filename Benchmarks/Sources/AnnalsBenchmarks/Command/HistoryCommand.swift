/// `annals-bench history`.
enum HistoryCommand {
  static func run(_ arguments: HistoryArguments, _ engines: [any Engine.Type]) throws -> Int32 {
    let place = try BenchmarkFolder(in: arguments.folder, named: arguments.keptName)
    defer { if arguments.keptName == nil { place.remove() } }
    let run = HistoryRun(
      arguments.plan,
      workplace: ProcessWorkplace(),
      folder: place.path,
      progress: Output.remark.write
    )
    let report = HistoryReport(run.measure(), machine: Machine(storesIn: place.path))
    try arguments.output.write(report.document, report.figures)
    guard report.result.failures.isEmpty else { throw BenchmarkError("not all could be measured") }
    return 0
  }
}
