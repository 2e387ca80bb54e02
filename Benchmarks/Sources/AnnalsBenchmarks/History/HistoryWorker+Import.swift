#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension HistoryWorker {
  private var linesPath: String { folder + "/people.jsonl" }

  func writeLines(_ count: Int) throws -> HistoryAnswer {
    var lines = try ChangeEventLines(plan.workload)
    let file = try OutputFile(at: linesPath)
    for _ in 0..<count { try file.append(lines.next()) }
    try file.flush()
    return HistoryAnswer()
  }

  /// The memory reported is that of `annals`, not this process's.
  func importLines(_ count: Int) throws -> HistoryAnswer {
    var answer = HistoryAnswer()
    for _ in 0..<plan.rounds {
      let store = folder + "/imported"
      if FileManager.default.fileExists(atPath: store) {
        try FileManager.default.removeItem(atPath: store)
      }
      try run(["--store", store, "init"])
      Kernel.settle()
      var peakBytes: Int?
      let time = try ContinuousClock().measure {
        peakBytes = try run(
          ["--store", store, "import", "--format", "debezium"] + ChangeEventLines.importOptions
            + [linesPath]
        )
      }
      answer.add(Double(count) / time.inSeconds, .importing)
      answer.peakBytes = [answer.peakBytes, peakBytes].compactMap(\.self).max()
    }
    return answer
  }

  /// Runs `annals` to its end.
  ///
  /// - Returns: the most memory that it was seen to have.
  @discardableResult
  private func run(_ words: [String]) throws -> Int? {
    let child = try ChildProcess(["--quiet"] + words, of: tool)
    let (_, peakBytes) = MemoryWatch.during(of: ProcessUsage(of: child.process)) {
      child.readToEnd()
    }
    guard child.wait() == 0 else {
      throw BenchmarkError("annals \(words.joined(separator: " ")) failed; what it said is above")
    }
    return peakBytes
  }
}
