internal import ByteCoding
package import EventLog
package import PageStore
internal import StoreErrors

/// The views at a point: as they are, or as they were after a revision.
package struct ViewsAtPoint {
  private let store: ViewStore
  /// What the views show now.
  private let shown: Revision
  /// A past revision; nil for what the views show now.
  private let revision: Revision?
  /// The gaps that the point lies in.
  private let gaps: [ViewGap]
  /// What the views do not show yet.
  private let tail: Tail?

  /// The views after a revision, which is not before `applied.since` and not past what they show.
  package init(_ store: ViewStore, at revision: Revision, of applied: ViewStore.Applied) {
    self.init(store, at: revision, of: applied, nil)
  }

  /// The views of a read, after a revision, which it must see.
  package init(_ sight: Views.Sight, at revision: Revision) {
    self.init(sight.store, at: revision, of: sight.applied, sight.tail)
  }

  private init(
    _ store: ViewStore,
    at revision: Revision,
    of applied: ViewStore.Applied,
    _ tail: Tail?
  ) {
    self.store = store
    shown = applied.revision
    self.revision = revision < applied.revision ? revision : nil
    gaps = applied.gaps.filter { $0.contains(revision) }
    self.tail = revision > applied.revision ? tail : nil
  }

  /// Whether a view shows all records at the point, and not just some, or none.
  func isWhole(_ view: ViewDefinition, of definition: TypeDefinition) -> Bool {
    !gaps.contains { $0.view == view.number && $0.type == definition.number }
  }

  /// Hands out a type's living records in the order of their ids.
  ///
  /// - Parameter after: the id to begin behind.
  package func forEachRecord(
    under definition: TypeDefinition,
    after: ExactString?,
    in transaction: borrowing some ReadableTransaction & ~Copyable,
    _ body: (StoredRecord) throws -> Bool
  ) throws {
    guard let revision else {
      var waiting = TailWalk(tail?.ofType(definition.number), after: after)
      var goesOn = true
      try store.forEachRecord(ofType: definition.number, after: after, in: transaction) {
        id,
        state in
        goesOn = try waiting.passAll(before: id) { try body($1.record($0, under: definition)) }
        if goesOn, state.isAlive, !waiting.replaces(id) {
          goesOn = try body(state.record(id, under: definition))
        }
        return goesOn
      }
      if goesOn { _ = try waiting.passAll { try body($1.record($0, under: definition)) } }
      return
    }
    try store.past.forEach(
      of: PastOfType.livingIndex(of: definition.number),
      at: revision,
      from: after.map { Array($0.text.utf8) } ?? [],
      through: [],
      in: transaction
    ) { key, _ in
      let id = ExactString(try ByteReader.text(key))
      return try id == after || body(listed(id, under: definition, in: transaction))
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
      guard let place = definition.views.firstIndex(of: view) else { return }
      let tail = tail?.ofType(definition.number)
      var waiting = TailEntries(tail, ofView: place, from: lower, through: upper)
      var goesOn = true
      try store.forEachEntry(from: lower, through: upper, in: transaction) { entry in
        goesOn = try waiting.passAll(before: entry.full, body)
        if goesOn, tail?.records[entry.id] == nil { goesOn = try body(entry) }
        return goesOn
      }
      if goesOn { _ = try waiting.passAll(before: nil, body) }
      return
    }
    let index = PastOfType.index(ofView: view.number, of: definition.number)
    try store.past.forEach(of: index, at: revision, from: lower, through: upper, in: transaction) {
      key,
      idOffset in
      try body(EntryKey(past: key, idOffset: Int(idOffset)))
    }
  }

  /// Hands out the records of a view whose full keys lie in a range, in the order of these keys.
  ///
  /// - Parameter isBehind: whether the record whose key the range begins with is left out.
  func forEachRecord(
    of view: ViewDefinition,
    under definition: TypeDefinition,
    in range: KeyRange,
    isBehind: Bool,
    in transaction: borrowing some ReadableTransaction & ~Copyable,
    _ body: (StoredRecord) throws -> Bool
  ) throws {
    if revision == nil, range.isPrefix, !isBehind {
      return try forEachListed(of: view, under: definition, range.lower, in: transaction, body)
    }
    try forEachEntry(of: view, definition, range, in: transaction) { entry in
      if isBehind, entry.full == range.lower { return true }
      return try body(listed(entry.id, under: definition, in: transaction))
    }
  }

  /// The beginning of a list, if it was read lately and is the same at the point.
  ///
  /// - Parameter prefix: what the full keys of the list begin with.
  func keptList(of view: ViewDefinition, under definition: TypeDefinition, behind prefix: [UInt8])
    -> KeptList?
  {
    guard revision == nil, let list = store.lists.find(prefix, at: shown, under: definition) else {
      return nil
    }
    guard let tail = tail?.ofType(definition.number) else { return list }
    guard let place = definition.views.firstIndex(of: view),
      !tail.changes(list, ofView: place, behind: prefix)
    else { return nil }
    return list
  }

  /// Hands out the records of a view, as it is, whose full keys begin alike.
  private func forEachListed(
    of view: ViewDefinition,
    under definition: TypeDefinition,
    _ prefix: [UInt8],
    in transaction: borrowing some ReadableTransaction & ~Copyable,
    _ body: (StoredRecord) throws -> Bool
  ) throws {
    guard let tail = tail?.ofType(definition.number) else {
      return try store.forEachListed(
        behind: prefix,
        under: definition,
        at: shown,
        in: transaction
      ) { record, _ in try body(record) }
    }
    guard let place = definition.views.firstIndex(of: view) else { return }
    var waiting = TailEntries(tail, ofView: place, from: prefix, through: prefix)
    func take(_ entry: EntryKey) throws -> Bool {
      try body(listed(entry.id, under: definition, in: transaction))
    }
    var goesOn = true
    try store.forEachListed(behind: prefix, under: definition, at: shown, in: transaction) {
      record,
      key in
      goesOn = try waiting.passAll(before: key(), take)
      if goesOn, tail.records[record.id] == nil { goesOn = try body(record) }
      return goesOn
    }
    if goesOn { _ = try waiting.passAll(before: nil, take) }
  }

  /// A record that must live, since a list names it.
  private func listed(
    _ id: ExactString,
    under definition: TypeDefinition,
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> StoredRecord {
    guard let record = try record(id, under: definition, in: transaction) else {
      throw StoreError(.damaged, "a view names '\(id)', which is not there")
    }
    return record
  }

  /// A record; nil where it does not live.
  func record(
    _ id: ExactString,
    under definition: TypeDefinition,
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> StoredRecord? {
    let key = RecordKey(definition.number, id)
    guard let revision else {
      if let waiting = tail?.ofType(definition.number)?.records[id]?.state {
        return waiting.isAlive ? try waiting.record(id, under: definition) : nil
      }
      return try store.record(of: key, under: definition, at: shown, in: transaction)
    }
    let state = try store.state(of: key, through: EventPosition(revision, .max), in: transaction)
    return try state.flatMap { $0.isAlive ? try $0.record(id, under: definition) : nil }
  }

  /// How many records of a type live, counted up to a limit where nothing keeps the number.
  package func count(
    of definition: TypeDefinition,
    in transaction: borrowing some ReadableTransaction & ~Copyable,
    limit: UInt64
  ) throws -> UInt64 {
    guard let revision else {
      let shown = try store.count(of: definition.number, in: transaction)
      let change = Int64(tail?.change(ofType: definition.number) ?? 0)
      return UInt64(clamping: Int64(clamping: shown) + change)
    }
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
