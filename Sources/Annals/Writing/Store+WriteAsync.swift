public import EventLog
internal import Records
internal import Synchronization

extension Store {
  /// Writes all that a closure does as one commit, and suspends until that is done.
  ///
  /// Any number of tasks may write at the same time: they share flushes of the disk, and no thread waits for each.
  ///
  /// - Parameters:
  ///   - actor: who; 1 to 1,048,576 UTF-8 bytes.
  ///   - reason: why; at most 1,048,576 UTF-8 bytes. Types can require it.
  ///   - expectation: what the head must be.
  ///   - isDryRun: whether everything is checked and nothing written.
  ///   - body: reads and changes records, through the transaction that it is given, on a thread of the library's own;
  ///     once more where another process committed first.
  /// - Returns: what `body` returned, and the commit.
  /// - Throws: as the same call without `await`, and `CancellationError` where the task was cancelled before the write
  ///   began; one that began is not called off.
  @discardableResult
  public func write<R: Sendable>(
    by actor: String,
    because reason: String? = nil,
    expecting expectation: Expectation = .any,
    isDryRun: Bool = false,
    _ body: @escaping @Sendable (inout WriteTransaction) throws -> R
  ) async throws -> Written<R> {
    let request = WriteRequest(
      actor: actor,
      reason: reason,
      operations: [],
      expectation: expectation,
      isDryRun: isDryRun
    )
    return try await written(run(request, body))
  }

  /// The same under an idempotency key: a write that was acknowledged before is not done again.
  ///
  /// - Parameters:
  ///   - actor: who; 1 to 1,048,576 UTF-8 bytes.
  ///   - reason: why; at most 1,048,576 UTF-8 bytes. Types can require it.
  ///   - key: the key, 1 to 255 UTF-8 bytes. It stands for this actor and reason for ever.
  ///   - body: reads and changes records; it is not run for a key that is known.
  /// - Returns: what `body` returned, nil where it was not run, and the commit: the first one, for a key that is known.
  /// - Throws: as the same call without `await`, and `CancellationError`.
  @discardableResult
  public func write<R: Sendable>(
    by actor: String,
    because reason: String? = nil,
    key: String,
    _ body: @escaping @Sendable (inout WriteTransaction) throws -> R
  ) async throws -> Written<R?> {
    try await run(WriteRequest(actor: actor, reason: reason, operations: [], key: key), body)
  }

  private func run<R: Sendable>(
    _ request: WriteRequest,
    _ body: @escaping @Sendable (inout WriteTransaction) throws -> R
  ) async throws -> Written<R?> {
    try Task.checkCancellation()
    if !request.isDryRun { try checkWritable() }
    let value = Slot<R>()
    var request = request
    request.body = WriteBody(sending: { builder in
      let result = try self.work(&builder, body)
      value.content.withLock { $0 = result }
    })
    let answers = try await writer.write([request])
    let receipt = try await BlockingWork.run { try self.receipt(of: answers) }
    return Written(value: value.content.withLock { $0 }, receipt: receipt)
  }

  /// What a closure returned on its own thread.
  private final class Slot<R: Sendable>: Sendable {
    let content = Mutex<R?>(nil)
  }
}
