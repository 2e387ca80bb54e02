public import EventLog
public import Records

extension Store {
  /// What can be said of a write besides who, why and what.
  public struct WriteOptions: Sendable {
    /// When; nil for now.
    public var time: CommitTime?
    /// An idempotency key, 1 to 255 UTF-8 bytes: sent again with the same request it gives the first result, for
    /// ever.
    public var key: String?
    /// Where an import stands.
    public var bookmark: Bookmark?
    /// What the head must be.
    public var expecting = Expectation.any
    /// Whether everything is checked and nothing written.
    public var isDryRun = false

    /// Makes the usual options.
    public init() {}
  }

  /// One commit among several.
  public struct Batch: Sendable {
    /// Who.
    public var actor: String
    /// Why, if said.
    public var reason: String?
    /// What.
    public var operations: [RecordOperation]
    /// The rest.
    public var options: WriteOptions

    /// Makes a batch.
    public init(
      by actor: String,
      because reason: String? = nil,
      _ operations: [RecordOperation],
      _ options: WriteOptions = WriteOptions()
    ) {
      self.actor = actor
      self.reason = reason
      self.operations = operations
      self.options = options
    }
  }

  /// What became of a write.
  public struct Receipt: Sendable, Hashable {
    /// The commit; nil where nothing changed, or nothing was to be written.
    public var revision: Revision?
    /// The commit's time.
    public var time: Instant?
    /// What the commit survives.
    public var durability: Durability
    /// What became of each operation, in order.
    public var outcomes: [Outcome]
    /// How many events the commit has.
    public var eventCount: Int
    /// Whether the idempotency key was known and this is the first result once more.
    public var isRepeat: Bool
  }

  /// Writes operations as one commit: everything or nothing.
  ///
  /// Where nothing changes, there is no commit.
  ///
  /// - Parameters:
  ///   - actor: who; 1 to 1,048,576 UTF-8 bytes.
  ///   - reason: why; at most 1,048,576 UTF-8 bytes. Types can require it.
  ///   - operations: what, each upon what the one before left.
  ///   - options: the rest.
  /// - Returns: the commit and what became of each operation.
  /// - Throws: `StoreError`: `usage` for an unknown type or field; `badData` for a value of the wrong kind or one
  ///   that breaks a rule; `notUnique`; `conflict` for a version, absence or revision that does not hold;
  ///   `notFound` for a change of what does not live; `keyReused`; `tooLarge`; `readOnly`, `diskFull`, `mapFull`,
  ///   `io`, `closed`. Nothing is written then.
  /// - Complexity: O(operations · log records), and one flush, which callers at the same time share.
  public func write(
    by actor: String,
    because reason: String? = nil,
    _ operations: [RecordOperation],
    _ options: WriteOptions = WriteOptions()
  ) throws -> Receipt {
    let receipts = try write([Batch(by: actor, because: reason, operations, options)])
    guard let receipt = receipts.first else {
      throw StoreError(.internal, "a write was not answered")
    }
    return receipt
  }

  /// Writes several commits with one flush, all or none; each has its own revision.
  ///
  /// - Returns: an answer for each, in order.
  /// - Throws: as `write(by:because:_:_:)`.
  public func write(_ batches: [Batch]) throws -> [Receipt] {
    try checkWritable()
    let answers = try writer.write(
      batches.map { batch in
        WriteRequest(
          actor: batch.actor,
          reason: batch.reason,
          operations: batch.operations,
          time: batch.options.time,
          key: batch.options.key,
          bookmark: batch.options.bookmark,
          expectation: batch.options.expecting,
          isDryRun: batch.options.isDryRun
        )
      }
    )
    return try acknowledge(answers)
  }

  /// Does what is due after commits, and says what became of them.
  func acknowledge(_ answers: [WriteAnswer]) throws -> [Receipt] {
    watch.wake()
    snapshotIfCrossing(events: answers.reduce(0) { $0 + ($1.appended == nil ? 0 : $1.eventCount) })
    return try answers.map(receipt)
  }

  /// Refuses to change a store that was opened for reading.
  func checkWritable() throws {
    guard options.isReadOnly else { return }
    throw StoreError(
      .readOnly,
      "the store was opened for reading only (\(path))",
      hints: ["open it for writing"]
    )
  }

  /// Looks whether a snapshot is due each time that the log has grown over another multiple of what the policy
  /// asks for: a write that does not costs nothing.
  private func snapshotIfCrossing(events count: Int) {
    let step = options.snapshotPolicy.everyEvents
    guard step > 0, count > 0, let events = try? log.head().eventCount else { return }
    guard events / step != (events - min(events, UInt64(count))) / step else { return }
    // The commits are acknowledged whatever becomes of the snapshot, which only makes things quicker.
    try? takeDueSnapshot()
  }

  private func receipt(_ answer: WriteAnswer) throws -> Receipt {
    var receipt = Receipt(
      revision: answer.appended?.revision,
      time: answer.appended?.time,
      durability: answer.appended?.durability ?? options.durability,
      outcomes: answer.outcomes,
      eventCount: answer.eventCount,
      isRepeat: answer.appended?.isRepeat ?? false
    )
    if receipt.isRepeat, let revision = receipt.revision {
      let events = try commit(revision).events
      receipt.outcomes = events.map(Outcome.init)
      receipt.eventCount = events.count
    }
    return receipt
  }
}

extension Outcome {
  /// What an event says became of its record.
  fileprivate init(_ event: Event) {
    let effect: Effect =
      switch event.op {
      case .create: .created
      case .update: .updated
      case .delete: .deleted
      case .define: .defined
      }
    self.init(
      effect: effect,
      type: event.definition.name,
      id: event.op == .define ? nil : event.id,
      version: event.version,
      count: event.op == .define ? 0 : 1
    )
  }
}
