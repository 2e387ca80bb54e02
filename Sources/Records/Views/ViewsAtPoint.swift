internal import ByteCoding
package import EventLog
internal import PageStore
internal import StoreErrors

/// The views at a point: as they are, or as they were after a revision.
package struct ViewsAtPoint {
  private let store: ViewStore
  /// A past revision; nil for what the views show now.
  private let revision: Revision?
  /// The gaps that the point lies in.
  private let gaps: [ViewGap]

  /// The views after a revision, which is not before `applied.since` and not past what they show.
  package init(_ store: ViewStore, at revision: Revision, of applied: ViewStore.Applied) {
    self.store = store
    self.revision = revision < applied.revision ? revision : nil
    gaps = applied.gaps.filter { $0.contains(revision) }
  }

  /// Whether a view shows all records at the point, and not just some, or none.
  func isWhole(_ view: ViewDefinition, of definition: TypeDefinition) -> Bool {
    !gaps.contains { $0.view == view.number && $0.type == definition.number }
  }

  /// Hands out a type's living records in the order of their ids.
  ///
  /// - Parameter after: the id to begin behind.
  func forEachRecord(
    under definition: TypeDefinition,
    after: ExactString?,
    in transaction: borrowing some ReadableTransaction & ~Copyable,
    _ body: (Record) throws -> Bool
  ) throws {
    guard let revision else {
      return try store.forEachRecord(ofType: definition.number, after: after, in: transaction) {
        id,
        state in
        try !state.isAlive || body(state.record(id, under: definition))
      }
    }
    try store.past.forEach(
      of: PastOfType.livingIndex(of: definition.number),
      at: revision,
      from: after.map { Array($0.text.utf8) } ?? [],
      through: [],
      in: transaction
    ) { key, _ in
      let id = ExactString(try ByteReader.text(key))
      return try id == after || body(record(id, under: definition, in: transaction))
    }
  }

  /// Hands out the entries of a view whose full keys lie in a range, in their order.
  ///
  /// - Parameters:
  ///   - lower: where to begin, inclusive.
  ///   - upper: entries that begin with it are still in.
  func forEachEntry(
    of view: ViewDefinition,
    _ definition: TypeDefinition,
    from lower: [UInt8],
    through upper: [UInt8],
    in transaction: borrowing some ReadableTransaction & ~Copyable,
    _ body: (EntryKey) throws -> Bool
  ) throws {
    guard let revision else {
      return try store.forEachEntry(from: lower, through: upper, in: transaction, body)
    }
    let index = PastOfType.index(ofView: view.number, of: definition.number)
    try store.past.forEach(of: index, at: revision, from: lower, through: upper, in: transaction) {
      key,
      idOffset in
      try body(EntryKey(past: key, idOffset: Int(idOffset)))
    }
  }

  /// A record that an entry names.
  func record(
    _ id: ExactString,
    under definition: TypeDefinition,
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> Record {
    let key = RecordKey(definition.number, id)
    let record =
      if let revision {
        try store.state(of: key, through: EventPosition(revision, .max), in: transaction)
          .flatMap { $0.isAlive ? try $0.record(id, under: definition) : nil }
      } else {
        try store.record(of: key, under: definition, in: transaction)
      }
    guard let record else {
      throw StoreError(.damaged, "a view names '\(id)', which is not there")
    }
    return record
  }

  /// How many records of a type live, counted up to a limit where nothing keeps the number.
  func count(
    of definition: TypeDefinition,
    in transaction: borrowing some ReadableTransaction & ~Copyable,
    limit: UInt64
  ) throws -> UInt64 {
    guard let revision else { return try store.count(of: definition.number, in: transaction) }
    var count: UInt64 = 0
    try store.past.forEach(
      of: PastOfType.livingIndex(of: definition.number),
      at: revision,
      from: [],
      through: [],
      in: transaction
    ) { _, _ in
      count += 1
      return count < limit
    }
    return count
  }
}
