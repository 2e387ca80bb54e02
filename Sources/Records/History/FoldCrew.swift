internal import Dispatch
internal import EventLog
internal import PageStore
internal import StoreErrors
internal import Synchronization
#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Folds events on several threads while the log is read on: each thread has the records whose ids have certain
/// hashes, so that none waits for another, and each record's events stay in their order.
struct FoldCrew {
  /// One thread's share of the records.
  private final class Worker: Sendable {
    struct Work {
      var tables: [UInt32: StateTable]
      var batch = FoldBatch()
      var failure: FoldBatch.Failure?
      var isOver = false
    }

    let work: Mutex<Work>
    /// Something is to be done, and was done.
    let due = DispatchSemaphore(value: 0), done = DispatchSemaphore(value: 0)

    init(_ tables: [UInt32: StateTable]) { work = Mutex(Work(tables: tables)) }

    /// Does what is due until the work is over.
    func run() {
      while true {
        due.wait()
        if work.withLock(\.isOver) { return }
        fold()
        done.signal()
      }
    }

    func fold() {
      work.withLock { work in
        guard work.failure == nil else { return }
        do throws(FoldBatch.Failure) { try work.batch.fold(into: &work.tables) } catch {
          work.failure = error
        }
      }
    }
  }

  /// The workers, each with a thread that ends with this.
  private final class Team: Sendable {
    let workers: [Worker]
    /// Those for which the system had a thread.
    let threaded: [Bool]

    init(_ shares: [[UInt32: StateTable]]) {
      let workers = shares.map { Worker($0) }
      self.workers = workers
      threaded = workers.map { worker in WorkerThread.start { worker.run() } }
    }

    deinit {
      for worker in workers {
        worker.work.withLock { $0.isOver = true }
        worker.due.signal()
      }
    }
  }

  private let team: Team
  /// Whether the workers have a batch.
  private var isUnderWay = false
  /// What was read since the last hand-over: a batch for each worker.
  private var batches: [FoldBatch]
  private var byteCount = 0

  /// As much is read before it is handed over: enough to make the cost of that vanish.
  private static let batchBytes = 4 << 20

  /// How many shares the records are dealt into.
  ///
  /// One thread reads while others fold, and reading takes about a quarter of all the work: more do not help.
  static let shareCount = min(max(ProcessInfo.processInfo.activeProcessorCount, 1), 4)

  /// The share of a record, by the hash of its id.
  static func share(of hash: UInt64) -> Int { Int(hash >> 48) % shareCount }

  /// Takes the states so far: tables by type for each share.
  init(_ shares: [[UInt32: StateTable]]) {
    team = Team(shares)
    batches = shares.map { _ in FoldBatch() }
  }

  /// Takes in the next event of the log.
  ///
  /// - Throws: `damaged` where one taken in earlier does not follow upon its record's state.
  mutating func take(
    _ event: Span<UInt8>,
    of id: Span<UInt8>,
    _ type: UInt32,
    at position: EventPosition,
    time: Instant
  ) throws {
    let hash = StateTable.hash(id)
    batches[Self.share(of: hash)].append(event, of: type, hash: hash, at: position, time: time)
    byteCount += event.count
    if byteCount >= Self.batchBytes { try handOver() }
  }

  private mutating func handOver() throws {
    try wait()
    for (number, worker) in team.workers.enumerated() {
      // What comes back is empty, with memory for the next.
      worker.work.withLock { swap(&$0.batch, &batches[number]) }
      if team.threaded[number] { worker.due.signal() } else { worker.fold() }
    }
    isUnderWay = true
    byteCount = 0
  }

  private mutating func wait() throws {
    if isUnderWay {
      for (worker, isThreaded) in zip(team.workers, team.threaded) where isThreaded {
        worker.done.wait()
      }
      isUnderWay = false
    }
    let failures = team.workers.compactMap { $0.work.withLock(\.failure) }
    // The one that a fold in a single thread would have met.
    if let first = failures.min(by: { $0.position < $1.position }) { throw first.error }
  }

  /// Ends the work, and gives the states back.
  ///
  /// Throws as `take`.
  mutating func finish() throws -> [[UInt32: StateTable]] {
    try handOver()
    try wait()
    return team.workers.map { worker in worker.work.withLock { exchange(&$0.tables, with: [:]) } }
  }
}
