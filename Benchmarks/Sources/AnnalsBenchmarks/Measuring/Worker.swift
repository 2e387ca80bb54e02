/// Drives one engine through turns of a workload.
///
/// Changes are made up before each commit and outside of the time measured.
public final class Worker {
  /// How many people a page holds.
  public static let pageSize = 50

  private(set) var engine: any Engine
  private let folder: String
  private(set) var stream: PeopleStream
  /// What the head was at the end of each turn that changed something, of an engine that knows the past.
  private(set) var ends: [Int] = []
  private var peakAnonymous = 0

  /// Opens the engine in a folder that exists.
  ///
  /// - Throws: whatever the engine throws.
  public init(_ engine: any Engine.Type, in folder: String, _ workload: Workload) throws {
    self.engine = try engine.init(in: folder)
    self.folder = folder
    stream = try PeopleStream(workload)
  }

  /// Does a turn.
  ///
  /// - Throws: whatever the engine throws.
  public func perform(_ turn: Turn) throws -> TurnReport {
    var report = TurnReport()
    Kernel.settle()
    if let engine = engine as? any HistoryEngine { try noteEnd(engine) }
    switch turn {
    case .commits(let count, let size): report.timing = try commits(count, of: size)
    case .writers(let count, let threads): report.timing = try writers(count, threads)
    case .tasks(let count, let tasks):
      report.timing = try self.tasks(count, tasks)
    case .mixed(let count):
      report.timing = try (engine as? any ReadableEngine).map { try mixed($0, count) }
    case .pages(let count, let seed):
      report.timing = try (engine as? any ReadableEngine).map { engine in
        try pages(count, seed) { try engine.pageCount(of: $0, limit: Self.pageSize) }
      }
    case .structPages(let count, let seed):
      report.timing = try (engine as? any StructEngine).map { engine in
        try pages(count, seed) { try engine.people(of: $0, limit: Self.pageSize).count }
      }
    case .firstPages(let count, let asStructs):
      report.timing = try firstPages(count, asStructs: asStructs)
    case .records(let count, let seed):
      report.timing = try (engine as? any ReadableEngine).map { try records($0, count, seed) }
    case .pastPages(let count, let seed):
      report.timing = try (engine as? any HistoryEngine).map { try pastPages($0, count, seed) }
    case .pastRecords(let count, let seed):
      report.timing = try (engine as? any HistoryEngine).map { try pastRecords($0, count, seed) }
    case .counted(let work): report.counts = try count(work)
    case .survey: report.fingerprint = try (engine as? any ReadableEngine).map { try survey($0) }
    case .pastSurvey:
      report.fingerprint = try (engine as? any HistoryEngine).map { try pastSurvey($0) }
    case .close:
      try engine.close()
      Kernel.settle()
      report.bytesOnDisk = try type(of: engine).bytesOnDisk(in: folder)
    }
    noteMemory()
    guard !(engine is any ServedEngine) else { return report }
    report.peakAnonymousBytes = peakAnonymous == 0 ? nil : peakAnonymous
    report.peakResidentBytes = ProcessUsage.own.peakResidentBytes
    return report
  }

  private func noteEnd(_ engine: some HistoryEngine) throws {
    let head = try engine.head()
    if head > ends.last ?? 0 { ends.append(head) }
  }

  /// The next changes of the workload.
  func nextCommit(of size: Int) -> PeopleCommit { stream.nextCommit(of: size) }

  private func commits(_ count: Int, of size: Int) throws -> Timing {
    var latencies = Latencies(reserving: count)
    var owner = ""
    let processes = EngineProcesses(of: engine)
    let writtenBefore = processes.bytesWritten
    let diskBefore = Kernel.diskWork(under: folder)
    let processorBefore = processes.processorSeconds
    var processorOfWorkload = 0.0
    for _ in 0..<count {
      let start = ProcessUsage.ownProcessorSeconds()
      let commit = stream.nextCommit(of: size)
      processorOfWorkload += ProcessUsage.ownProcessorSeconds() - start
      try latencies.measure { try engine.apply(commit) }
      owner = commit.owner
      if size >= 1_000 { noteMemory() }
    }
    let clock = ContinuousClock()
    let firstRead = try clock.measure {
      if let engine = engine as? any ReadableEngine { try readBothViews(engine, owner) }
    }
    var timing = latencies.summary()
    timing.firstRead = firstRead.inSeconds
    timing.processor = processes.processorSeconds - processorBefore - processorOfWorkload
    if let writtenBefore, let writtenAfter = processes.bytesWritten {
      timing.bytesWritten = writtenAfter - writtenBefore
    }
    if let diskBefore, let diskAfter = Kernel.diskWork(under: folder) {
      timing.diskFlushes = diskAfter.flushes - diskBefore.flushes
      timing.diskBytesWritten = diskAfter.bytesWritten - diskBefore.bytesWritten
    }
    return timing
  }

  func readBothViews(_ engine: some ReadableEngine, _ owner: String) throws {
    _ = try engine.page(of: owner, limit: Self.pageSize)
    _ = try engine.pageByAge(limit: Self.pageSize)
  }

  private func mixed(_ engine: some ReadableEngine, _ count: Int) throws -> Timing {
    var latencies = Latencies(reserving: count)
    for _ in 0..<count {
      let commit = stream.nextCommit(of: 1)
      try latencies.measure {
        try engine.apply(commit)
        _ = try engine.page(of: commit.owner, limit: Self.pageSize)
      }
    }
    return latencies.summary()
  }

  /// - Parameter page: reads an owner's page, and says how many people are on it.
  private func pages(_ count: Int, _ seed: UInt64, _ page: (String) throws -> Int) throws -> Timing
  {
    var latencies = Latencies(reserving: count)
    var random = SplitMix64(seed: seed)
    for _ in 0..<count {
      let owner = stream.workload.owner(&random)
      _ = try latencies.measure { try page(owner) }
    }
    return latencies.summary()
  }

  /// Pages that nobody has asked for since the store was opened.
  private func firstPages(_ count: Int, asStructs: Bool) throws -> Timing? {
    guard engine is any ReadableEngine, !asStructs || engine is any StructEngine,
      type(of: engine).description.durability != .memory
    else { return nil }
    try engine.close()
    engine = try type(of: engine).init(in: folder)
    // What opening leaves to the first read is no matter of pages.
    if let engine = engine as? any ReadableEngine { _ = try engine.pageByAge(limit: 1) }
    var latencies = Latencies(reserving: count)
    for owner in stream.workload.owners(first: count) {
      switch engine {
      case let engine as any StructEngine where asStructs:
        _ = try latencies.measure { try engine.people(of: owner, limit: Self.pageSize) }
      case let engine as any ReadableEngine:
        _ = try latencies.measure { try engine.pageCount(of: owner, limit: Self.pageSize) }
      default: break
      }
    }
    return latencies.summary()
  }

  private func records(_ engine: some ReadableEngine, _ count: Int, _ seed: UInt64) throws -> Timing
  {
    var latencies = Latencies(reserving: count)
    var random = SplitMix64(seed: seed)
    for _ in 0..<count {
      guard let id = stream.livingID(&random) else { break }
      guard try latencies.measure({ try engine.record(id) }) != nil else {
        throw BenchmarkError("\(id) should live, but was not found")
      }
    }
    return latencies.summary()
  }

  /// All people of up to 50 owners and the first 5,000 by age, with every field.
  private func survey(_ engine: some ReadableEngine) throws -> UInt64 {
    var fingerprint = Fingerprint()
    var random = SplitMix64(seed: stream.workload.seed)
    for _ in 0..<50 {
      let owner = stream.workload.owner(&random)
      fingerprint.add(owner)
      let all = try engine.page(of: owner, limit: stream.livingCount).map(engine.person)
      for person in Self.tiesByID(all) { fingerprint.add(person) }
    }
    let first = try engine.pageByAge(limit: 5_000).map(engine.person)
    // Whom of the last age the page still holds is a matter of how ties are broken.
    for person in Self.tiesByID(first) where person.age != first.last?.age {
      fingerprint.add(person)
    }
    return fingerprint.value
  }

  /// People in order of age, those of one age in the order of ids: an engine that breaks ties by the order of creation
  /// has them in that order only while one thread alone creates.
  private static func tiesByID(_ people: [Person]) -> [Person] {
    var sorted: [Person] = []
    for person in people {
      var place = sorted.count
      while place > 0, sorted[place - 1].age == person.age, sorted[place - 1].id > person.id {
        place -= 1
      }
      sorted.insert(person, at: place)
    }
    return sorted
  }

  private func noteMemory() {
    peakAnonymous = max(peakAnonymous, ProcessUsage.own.anonymousBytes ?? 0)
  }
}
