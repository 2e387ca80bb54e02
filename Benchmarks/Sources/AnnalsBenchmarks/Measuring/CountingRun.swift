/// One run in which nothing is timed: what each engine asks of the system for a commit, a page and a record.
///
/// Counts are steady where times are not, so that they show what became worse on any machine, however busy. The
/// workload is smaller than that of a timed run, and its figures are not comparable with those of another size.
public struct CountingRun {
  /// The changes and how they are made.
  public var workload = Workload(records: 20_000)
  /// How often each measure is taken of each engine, in turns.
  public var rounds = 2
  /// Who takes part; the first is compared with the others.
  public let engines: [any Engine.Type]
  /// Where the engines live; where the library `CallCounter` is not loaded, the kernel's counts are all there are.
  public let workplace: any Workplace
  /// An existing folder that gets a folder for each engine.
  public let folder: String
  /// Told what is being done.
  public let progress: (String) -> Void

  /// Prepares a run.
  public init(
    _ engines: [any Engine.Type],
    workplace: any Workplace,
    folder: String,
    progress: @escaping (String) -> Void
  ) {
    self.engines = engines
    self.workplace = workplace
    self.folder = folder
    self.progress = progress
  }

  /// Counts everything.
  ///
  /// - Returns: a series for each measure, in the order of the table.
  /// - Throws: whatever the engines throw.
  public func measure() throws -> [Series] {
    let lineup = try Lineup(engines, workplace, in: folder, workload, progress: progress)
    var all: [Series] = []
    for (size, count) in [(1, 200), (100, 20), (10_000, 5)] {
      all += try commits(count, of: size, lineup)
    }
    all += try reads("page", .pages(count: 200), 200, lineup)
    all += try reads("page-structs", .structPages(count: 200), 200, lineup)
    all += try reads("get", .records(count: 1_000), 1_000, lineup)
    for place in lineup.places { _ = try place.worker.perform(.close) }
    return all.filter { !$0.values.isEmpty }
  }

  private func commits(_ count: Int, of size: Int, _ lineup: Lineup) throws -> [Series] {
    let single = size == 1 ? "commit" : "event"
    let read = size == 1 ? "nothing read" : "then a first page of both views"
    let commits = "durable commits of \(Text.grouped(size)), \(read)"
    func series(_ name: String, _ unit: String, _ what: String) -> Series {
      Series(.count("\(name)-\(size)", unit, "\(what): \(commits)"))
    }
    var allocations = series("allocations", "allocations/\(single)", "blocks of memory asked for")
    var syncs = series("fsyncs", "syncs/commit", "calls that wait until bytes are lasting")
    var calls = series("write-calls", "calls/commit", "calls that hand bytes to the kernel")
    var written = series("written", "bytes/\(single)", "bytes that these calls hand over")
    var faults = series("page-faults", "faults/\(single)", "pages of memory that were not there")
    let work = CountedWork.commits(count: count, size: size)
    try lineup.inTurns(rounds, "counting " + commits, .counted(work)) { name, report in
      guard let counts = report.counts else { return }
      allocations.add(counts.allocations, over: count * size, of: name)
      syncs.add(counts.syncs, over: count, of: name)
      calls.add(counts.writeCalls, over: count, of: name)
      written.add(counts.bytesWritten, over: count * size, of: name)
      faults.add(counts.pageFaults, over: count * size, of: name)
    }
    return [allocations, syncs, calls, written, faults]
  }

  private func reads(_ name: String, _ work: CountedWork, _ count: Int, _ lineup: Lineup) throws
    -> [Series]
  {
    var allocations = Series(
      .count("allocations-" + name, "allocations/" + name, "blocks of memory asked for, decoded")
    )
    try lineup.inTurns(rounds, "counting \(name)s", .counted(work)) { engine, report in
      allocations.add(report.counts?.allocations, over: count, of: engine)
    }
    return [allocations]
  }
}

extension Measure {
  fileprivate static func count(_ name: String, _ unit: String, _ meaning: String) -> Measure {
    Measure(name: name, unit: unit, isGreaterBetter: false, meaning: meaning)
  }
}

extension Series {
  /// Adds a round's count, divided evenly; nothing where it was not counted.
  fileprivate mutating func add(_ count: Int?, over operations: Int, of engine: String) {
    if let count { add(Double(count) / Double(operations), of: engine) }
  }
}
