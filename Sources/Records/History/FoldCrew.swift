internal import Dispatch
internal import EventLog
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
    }

    let work: Mutex<Work>

    init(_ tables: [UInt32: StateTable]) { work = Mutex(Work(tables: tables)) }

    func fold() {
      work.withLock { work in
        guard work.failure == nil else { return }
        do throws(FoldBatch.Failure) { try work.batch.fold(into: &work.tables) } catch {
          work.failure = error
        }
      }
    }
  }

  private let workers: [Worker]
  private let group = DispatchGroup()
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
    workers = shares.map { Worker($0) }
    batches = shares.map { _ in FoldBatch() }
  }

  /// Takes in the next event of the log.
  ///
  /// - Throws: `damaged` where one taken in earlier does not follow upon its record's state.
  mutating func take(
    _ event: Span<UInt8>,
    of id: Span<UInt8>,
    at position: EventPosition,
    time: Instant
  ) throws {
    let hash = StateTable.hash(id)
    batches[Self.share(of: hash)].append(event, hash: hash, at: position, time: time)
    byteCount += event.count
    if byteCount >= Self.batchBytes { try handOver() }
  }

  private mutating func handOver() throws {
    try wait()
    for (number, worker) in workers.enumerated() {
      // What comes back is empty, with memory for the next.
      worker.work.withLock { swap(&$0.batch, &batches[number]) }
      DispatchQueue.global(qos: .userInitiated).async(group: group) { worker.fold() }
    }
    byteCount = 0
  }

  private func wait() throws {
    group.wait()
    let failures = workers.compactMap { $0.work.withLock(\.failure) }
    // The one that a fold in a single thread would have met.
    if let first = failures.min(by: { $0.position < $1.position }) { throw first.error }
  }

  /// Ends the work, and gives the states back.
  ///
  /// Throws as `take`.
  mutating func finish() throws -> [[UInt32: StateTable]] {
    try handOver()
    try wait()
    return workers.map { worker in worker.work.withLock { exchange(&$0.tables, with: [:]) } }
  }
}
