internal import EventLog
internal import Records

/// The answer to a question, first as it is and then each time that it has changed.
///
/// Commits by this process or another that come while nobody asks are taken together: the next answer is of the head as
/// it is then. An answer of the same records at the same versions is not given twice. Nothing of the store is held open
/// between two answers. The sequence never ends by itself: it throws `CancellationError` where its task is cancelled,
/// and what the question itself can throw.
public struct Observation<Value: Sendable>: AsyncSequence, Sendable {
  /// What was found, and what it was made of.
  struct Answer {
    let value: Value
    let records: [RecordVersion]
    /// The number of the only type whose changes matter.
    let type: UInt32
  }

  let store: Store
  let ask: @Sendable (ReadSource) throws -> Answer

  /// Begins to ask.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(observation: self) }

  /// Gives one answer after the other.
  public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
    let observation: Observation
    /// The answer that was given last, and the head up to which it holds; nil before the first.
    var last: Known?

    /// The next answer, once it is another.
    public mutating func next() async throws -> Value? {
      try Task.checkCancellation()
      while true {
        let (observation, last) = (observation, last)
        if let last { _ = try await observation.store.watch.commit(after: last.head.revision) }
        let (known, value) = try await BlockingWork.run { try observation.look(since: last) }
        self.last = known
        if let value { return value }
      }
    }
  }

  /// What an answer was made of, and up to which head it holds.
  struct Known: Sendable {
    var head: LogHead
    let records: [RecordVersion]
    let type: UInt32
  }

  /// Asks at the head, where the last answer may not hold any more.
  ///
  /// - Returns: what is known now, and the answer where it is another.
  private func look(since last: Known?) throws -> (Known, Value?) {
    let head = try store.head()
    if var last, try !store.touches(last.type, between: last.head, and: head) {
      last.head = head
      return (last, nil)
    }
    let answer = try ask(ReadSource(store: store, place: .store(.revision(head.revision))))
    let known = Known(head: head, records: answer.records, type: answer.type)
    return (known, last?.records == answer.records ? nil : answer.value)
  }
}

/// Which version of which record something was made of: equal ones hold the same.
struct RecordVersion: Sendable, Equatable {
  let id: ExactString
  let version: UInt64

  init(_ record: StoredRecord) {
    id = record.id
    version = record.version
  }
}

extension Store {
  /// Asking again costs less than looking through more events than this.
  private static let mostEventsLookedAt: UInt64 = 1_000

  /// Whether commits between two heads may have changed a type or its records.
  fileprivate func touches(_ type: UInt32, between old: LogHead, and new: LogHead) throws -> Bool {
    guard new.revision > old.revision else { return false }
    guard new.eventCount - old.eventCount <= Self.mostEventsLookedAt else { return true }
    var isTouched = false
    try log.scan(old.revision.next...new.revision) { _, _, bytes in
      // What is no record's event defines a type.
      let changed = try StoredEvent.Head(bytes)?.type
      isTouched = changed == nil || changed == type
      return !isTouched
    }
    return isTouched
  }
}
