public import EventLog
public import Records
internal import StoreErrors

/// One event of a record's history, as Swift values: who made of it what, when and why.
public struct Change<T: Record>: Sendable {
  /// The commit: its actor, time, reason and revision.
  public let commit: CommitHeader
  /// What was done.
  public let op: Event.Op
  /// The record's version after the event.
  public let version: UInt64
  /// The record before; nil where a life begins.
  public let old: T?
  /// The record after; nil where a life ends.
  public let new: T?
  /// The fields that changed, under their names of that time.
  public let fields: [Event.Change]
}

extension Store {
  /// All that happened to a record, oldest first: every version of every life.
  ///
  /// - Parameters:
  ///   - type: its type.
  ///   - id: its id.
  /// - Returns: the changes; none where the id never lived.
  /// - Throws: `StoreError`: `badData` for a version that the Swift type cannot hold; `usage` for a type that is not in
  ///   the store or does not fit it; `io`, `damaged`, `closed`.
  /// - Complexity: O(events of the record · log events), and memory for all of them.
  public func history<T: Record>(of type: T.Type, _ id: T.ID) throws -> [Change<T>] {
    let binding = try binding(of: type)
    var fold = ChangeFold(binding)
    var changes: [Change<T>] = []
    try events(of: binding.name, ExactString(id.recordID)) { event in
      changes.append(try fold.take(event))
      return true
    }
    return changes
  }

  /// What a commit did to the records of a type, in the order in which it was done.
  ///
  /// - Parameters:
  ///   - revision: the commit.
  ///   - type: the type.
  /// - Returns: the changes.
  /// - Throws: `StoreError`: `notFound` where there is no such commit; otherwise as `history(of:_:)`.
  /// - Complexity: O(events of the commit · log records).
  public func changes<T: Record>(in revision: Revision, of type: T.Type) throws -> [Change<T>] {
    let binding = try binding(of: type)
    let before = Point.revision(Revision(revision.rawValue - min(revision.rawValue, 1)))
    let past = ReadSource(store: self, place: .store(before))
    var folds: [ExactString: ChangeFold<T>] = [:]
    var changes: [Change<T>] = []
    for event in try commit(revision).events where event.op != .define {
      guard event.definition.number == binding.definition.number else { continue }
      var fold =
        try folds[event.id] ?? ChangeFold(binding, from: past.record(binding, event.id))
      changes.append(try fold.take(event))
      folds[event.id] = fold
    }
    return changes
  }
}

/// Follows one record from event to event.
private struct ChangeFold<T: Record> {
  private let reader: StoredRecordReader<T>
  private var values: [UInt32: Value] = [:]
  private var current: T?

  init(_ binding: TypeBinding<T>, from record: StoredRecord?) throws {
    reader = StoredRecordReader(binding)
    guard let record else { return }
    for (field, value) in zip(record.definition.fields, record.values) {
      values[field.number] = value
    }
    current = try reader.record(record)
  }

  init(_ binding: TypeBinding<T>) { reader = StoredRecordReader(binding) }

  /// Takes in the next event.
  mutating func take(_ event: Event) throws -> Change<T> {
    let old = current
    for change in event.changes { values[change.field.number] = change.new }
    if event.op == .delete { values = [:] }
    current =
      event.op == .delete ? nil : try reader.record(event.id, values, under: event.definition)
    return Change(
      commit: event.commit,
      op: event.op,
      version: event.version,
      old: old,
      new: current,
      fields: event.changes
    )
  }
}
