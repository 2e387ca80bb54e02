/// One run: all engines, all measures, turn about.
///
/// Every engine plays the same stream of changes, so that in each round all of them hold the same people.
/// A turn of one engine is followed by the same turn of the next, and every second round goes backwards
/// (A B C, C B A), so that a slow spell of the machine meets them all.
public struct BenchmarkRun {
  /// How much is done.
  public let plan: RunPlan
  /// Who takes part; the first is compared with the others.
  public let engines: [any Engine.Type]
  /// Where the engines live.
  public let workplace: any Workplace
  /// An existing folder that gets a folder for each engine.
  public let folder: String
  /// Told what is being done.
  public let progress: (String) -> Void

  /// Prepares a run.
  public init(
    _ plan: RunPlan,
    _ engines: [any Engine.Type],
    workplace: any Workplace,
    folder: String,
    progress: @escaping (String) -> Void
  ) {
    self.plan = plan
    self.engines = engines
    self.workplace = workplace
    self.folder = folder
    self.progress = progress
  }

  /// Measures everything.
  ///
  /// - Returns: a series for each measure, in the order of the table.
  /// - Throws: `BenchmarkError` where engines answer differently; whatever the engines throw.
  public func measure() throws -> [Series] {
    let lineup = try Lineup(engines, workplace, in: folder, plan.workload, progress: progress)
    var series = try writing(lineup)
    series += try reading(lineup)
    try checkThatAllAgree(lineup, .survey)
    try checkThatAllAgree(lineup, .pastSurvey)
    series += try closing(lineup)
    series += try opening(lineup)
    return series.filter { !$0.values.isEmpty }
  }

  private func writing(_ lineup: Lineup) throws -> [Series] {
    var all: [Series] = []
    var disks: [Series] = []
    var tail = Series(.commitTail)
    var written = Series(.written)
    var processor = Series(.processor)
    for size in [10_000, 100, 1] {
      var speed = Series(.commits(of: size))
      var flushes = Series(.diskFlushes(size))
      var disk = Series(.diskWritten(size))
      try inTurns(lineup, speed.measure, .commits(count: plan.commits(of: size), size: size)) {
        name,
        timing in
        let events = Double(timing.count * size)
        speed.add(events / (timing.seconds + timing.firstRead), of: name)
        if size == 1 {
          speed.add(timing.histogram, of: name)
          tail.add(timing.p99 * 1e6, of: name)
        }
        let commits = Double(timing.count)
        if let count = timing.diskFlushes { flushes.add(Double(count) / commits, of: name) }
        if let bytes = timing.diskBytesWritten {
          disk.add(Double(bytes) / 1e3 / commits, of: name)
        }
        guard size == 10_000 else { return }
        if let bytes = timing.bytesWritten { written.add(Double(bytes) / events, of: name) }
        if let seconds = timing.processor { processor.add(seconds / events * 1e6, of: name) }
      }
      all.append(speed)
      disks += [flushes, disk]
    }
    var writers = Series(.writers(plan.threads))
    let crowd = Turn.writers(count: plan.crowdCommits, threads: plan.threads)
    try inTurns(lineup, writers.measure, crowd) { name, timing in
      writers.add(Double(timing.count) / timing.seconds, of: name)
    }
    let tasks = try [1, plan.threads].map { try self.tasks($0, lineup) }
    var mixed = Series(.mixed)
    try inTurns(lineup, mixed.measure, .mixed(count: plan.commits(of: 1))) { name, timing in
      mixed.add(Double(timing.count) / timing.seconds, of: name)
    }
    return all + [tail, writers] + tasks + [mixed, processor, written] + disks
  }

  private func tasks(_ tasks: Int, _ lineup: Lineup) throws -> Series {
    var series = Series(.tasks(tasks))
    let count = tasks == 1 ? plan.commits(of: 1) : plan.crowdCommits
    try inTurns(lineup, series.measure, .tasks(count: count, tasks: tasks)) { name, timing in
      series.add(Double(timing.count) / timing.seconds, of: name)
    }
    return series
  }

  private func reading(_ lineup: Lineup) throws -> [Series] {
    let seed = plan.workload.seed
    let pages =
      try pages(lineup, .page, .pageTail, .pages(count: plan.pages, seed: seed))
      + pages(lineup, .structPage, .structPageTail, .structPages(count: plan.pages, seed: seed))
    var get = Series(.get)
    var getTail = Series(.getTail)
    try inTurns(lineup, get.measure, .records(count: plan.records, seed: plan.workload.seed)) {
      name,
      timing in
      get.add(timing.median * 1e6, of: name)
      get.add(timing.histogram, of: name)
      getTail.add(timing.p99 * 1e6, of: name)
    }
    let first = [
      try firstPages(lineup, .firstPage, asStructs: false),
      try firstPages(lineup, .firstStructPage, asStructs: true),
    ]
    return pages + first + [get, getTail] + (try readingThePast(lineup))
  }

  private func firstPages(_ lineup: Lineup, _ measure: Measure, asStructs: Bool) throws -> Series {
    var series = Series(measure)
    let turn = Turn.firstPages(count: plan.pages, asStructs: asStructs)
    try inTurns(lineup, measure, turn) { series.add($1.median * 1e6, of: $0) }
    return series
  }

  private func pages(_ lineup: Lineup, _ median: Measure, _ tail: Measure, _ turn: Turn) throws
    -> [Series]
  {
    var page = Series(median)
    var pageTail = Series(tail)
    try inTurns(lineup, median, turn) { name, timing in
      page.add(timing.median * 1e6, of: name)
      page.add(timing.histogram, of: name)
      pageTail.add(timing.p99 * 1e6, of: name)
    }
    return [page, pageTail]
  }

  private func readingThePast(_ lineup: Lineup) throws -> [Series] {
    let seed = plan.workload.seed
    var page = Series(.pageAtInRun)
    try inTurns(lineup, page.measure, .pastPages(count: plan.pages, seed: seed)) { name, timing in
      page.add(timing.median * 1e6, of: name)
      page.add(timing.histogram, of: name)
    }
    var record = Series(.recordAtInRun)
    try inTurns(lineup, record.measure, .pastRecords(count: plan.records, seed: seed)) {
      name,
      timing in
      record.add(timing.median * 1e6, of: name)
      record.add(timing.histogram, of: name)
    }
    return [page, record]
  }

  /// Gives every engine the same turn, round after round, and notes how long it took.
  private func inTurns(
    _ lineup: Lineup,
    _ measure: Measure,
    _ turn: Turn,
    _ note: (String, Timing) -> Void
  ) throws {
    try lineup.inTurns(plan.rounds, "\(measure.name): \(measure.meaning)", turn) { name, report in
      if let timing = report.timing { note(name, timing) }
    }
  }

  private func checkThatAllAgree(_ lineup: Lineup, _ survey: Turn) throws {
    progress("comparing what the engines answer")
    var first: (name: String, fingerprint: UInt64)?
    for place in lineup.places {
      guard let fingerprint = try place.worker.perform(survey).fingerprint else { continue }
      guard let known = first else {
        first = (place.name, fingerprint)
        continue
      }
      guard fingerprint == known.fingerprint else {
        throw BenchmarkError(
          "\(place.name) and \(known.name) answer differently",
          hint: "run the package's tests, which compare each engine with a plain dictionary"
        )
      }
    }
  }

  private func closing(_ lineup: Lineup) throws -> [Series] {
    var disk = Series(.diskAfterRun)
    var memory = Series(.memoryOfRun)
    var resident = Series(.residentOfRun)
    let rounds = plan.rounds
    let events =
      (plan.workload.records + 9_999) / 10_000 * min(10_000, plan.workload.records)
      + rounds * (2 * plan.crowdCommits + plan.commits(of: 1))
      + rounds * [10_000, 100, 1].reduce(plan.commits(of: 1)) { $0 + plan.commits(of: $1) * $1 }
    for place in lineup.places {
      let report = try place.worker.perform(.close)
      if let bytes = report.bytesOnDisk { disk.add(Double(bytes) / Double(events), of: place.name) }
      if let bytes = report.peakAnonymousBytes { memory.add(Double(bytes) / 1e6, of: place.name) }
      if let bytes = report.peakResidentBytes { resident.add(Double(bytes) / 1e6, of: place.name) }
    }
    return [disk, memory, resident]
  }

  private func opening(_ lineup: Lineup) throws -> [Series] {
    var open = Series(.openAfterRun)
    var inside = Series(.openInsideAfterRun)
    var random = SplitMix64(seed: plan.workload.seed)
    for round in 0..<plan.rounds * plan.opens {
      if round.isMultiple(of: plan.opens) { progress("open: \(open.measure.meaning)") }
      let owner = plan.workload.owner(&random)
      for place in lineup.order(in: round) {
        guard let engine = place.engine as? any ReadableEngine.Type,
          !(engine is any ServedEngine.Type)
        else { continue }
        let time = try workplace.open(engine, in: place.folder, owner: owner)
        open.add(time.process * 1e3, of: place.name)
        inside.add(time.inside * 1e3, of: place.name)
      }
    }
    return [open, inside]
  }
}
