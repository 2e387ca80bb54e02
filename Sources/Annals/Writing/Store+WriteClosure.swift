public import EventLog
internal import Records
internal import StoreErrors
internal import Synchronization

/// What a write closure returned, with what became of its commit.
public struct Written<Value> {
  /// What the closure returned.
  public let value: Value
  /// The commit.
  public let receipt: Store.Receipt

  /// The commit's revision; nil where nothing changed.
  public var revision: Revision? { receipt.revision }
}

extension Written: Sendable where Value: Sendable {}

extension Store {
  /// Writes all that a closure does as one commit: everything or nothing.
  ///
  /// Where the closure throws, or changes nothing, there is no commit. Callers at the same time share one flush of the
  /// disk, and each has its own revision: the closure may therefore run on another caller's thread while its own waits,
  /// and once more where another process committed first. It should do no more than read and change records, and must
  /// not begin another write of this store.
  ///
  /// ```swift
  /// try store.write(by: "ann", because: "birthday") { transaction in
  ///   try transaction.update(Person.self, "p1") { $0.age += 1 }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - actor: who; 1 to 1,048,576 UTF-8 bytes.
  ///   - reason: why; at most 1,048,576 UTF-8 bytes. Types can require it.
  ///   - expectation: what the head must be.
  ///   - isDryRun: whether everything is checked and nothing written.
  ///   - body: reads and changes records, through the transaction that it is given.
  /// - Returns: what `body` returned, and the commit.
  /// - Throws: what `body` throws; `StoreError`: `conflict` for a head that is not as expected, and for a deletion that
  ///   a reference denies; `badData` for a reason that is missing, and for an id that should name a record and does
  ///   not; `misuse` within another write; `tooLarge`, `readOnly`, `diskFull`, `mapFull`, `io`, `closed`.
  ///   Nothing is written then.
  /// - Complexity: what `body` does, and one flush, which callers at the same time share.
  @discardableResult
  public func write<R>(
    by actor: String,
    because reason: String? = nil,
    expecting expectation: Expectation = .any,
    isDryRun: Bool = false,
    _ body: (inout WriteTransaction) throws -> R
  ) throws -> Written<R> {
    let request = WriteRequest(
      actor: actor,
      reason: reason,
      operations: [],
      expectation: expectation,
      isDryRun: isDryRun
    )
    return try written(run(request, body))
  }

  /// The same under an idempotency key: a write that was acknowledged before is not done again.
  ///
  /// - Parameters:
  ///   - actor: who; 1 to 1,048,576 UTF-8 bytes.
  ///   - reason: why; at most 1,048,576 UTF-8 bytes. Types can require it.
  ///   - key: the key, 1 to 255 UTF-8 bytes. It stands for this actor and reason for ever.
  ///   - body: reads and changes records, through the transaction that it is given; it is not run for a key that is
  ///     known.
  /// - Returns: what `body` returned, nil where it was not run, and the commit: the first one, for a key that is known.
  /// - Throws: as `write(by:because:expecting:isDryRun:_:)`; `keyReused` where the key stands for something else.
  @discardableResult
  public func write<R>(
    by actor: String,
    because reason: String? = nil,
    key: String,
    _ body: (inout WriteTransaction) throws -> R
  ) throws -> Written<R?> {
    try run(WriteRequest(actor: actor, reason: reason, operations: [], key: key), body)
  }

  /// Writes what a request asks for and what a closure does as one commit.
  ///
  /// - Returns: what the closure returned; nil where it was not run.
  func run<R>(
    _ request: WriteRequest,
    _ body: (inout WriteTransaction) throws -> R
  ) throws -> Written<R?> {
    if !request.isDryRun { try checkWritable() }
    var value: R?
    let answers = try WriteBody.lend { builder in
      value = try self.work(&builder, body)
    } to: { body in
      var request = request
      request.body = body
      return try writer.write([request])
    }
    return Written(value: value, receipt: try receipt(of: answers))
  }

  /// Runs a closure over a commit that is being built.
  func work<R>(
    _ builder: inout CommitBuilder,
    _ body: (inout WriteTransaction) throws -> R
  ) throws -> R {
    var transaction = WriteTransaction(self, builder.handOver())
    let value = Result {
      let value = try body(&transaction)
      try transaction.finish()
      return value
    }
    builder = transaction.end()
    return try value.get()
  }

  /// What became of the only commit that was asked for.
  func receipt(of answers: [WriteAnswer]) throws -> Receipt {
    guard let receipt = try acknowledge(answers).first else {
      throw StoreError(.internal, "a write was not answered")
    }
    return receipt
  }

  /// The answer of a closure that must have been run.
  func written<R>(_ written: Written<R?>) throws -> Written<R> {
    guard let value = written.value else {
      throw StoreError(.internal, "a write closure was not run")
    }
    return Written(value: value, receipt: written.receipt)
  }
}
