internal import EventLog
internal import OrderedBytes
internal import PageStore
internal import StoreErrors

/// What a batch changes in one type's views and their past, and in that of its list of living records.
struct PastOfType {
  /// The number of the list of living records: no view has it.
  private static let livingNumber: UInt32 = 0

  /// Which index keeps the past of a view.
  static func index(ofView view: UInt32, of type: UInt32) -> UInt64 {
    UInt64(type) << 32 | UInt64(view)
  }

  /// Which index keeps what records lived, by their ids.
  static func livingIndex(of type: UInt32) -> UInt64 { index(ofView: livingNumber, of: type) }

  private var type: UInt32 = 0
  private var views: [UInt32] = []
  private var living = PastChanges()
  private var entries: [PastChanges] = []

  /// Begins with a type, once what was noted of another is written.
  mutating func begin(
    _ type: UInt32,
    _ definition: TypeDefinition?,
    in store: ViewStore,
    _ summaries: inout SummaryChanges,
    _ transaction: inout WriteTransaction
  ) throws {
    guard type != self.type else { return }
    try write(to: store, &summaries, in: &transaction)
    self.type = type
    views = definition?.views.map(\.number) ?? []
    while entries.count < views.count { entries.append(PastChanges()) }
  }

  /// Notes that a record began or ceased to live.
  mutating func note(_ id: Span<UInt8>, lives: Bool, at revision: Revision) {
    living.append(id, mark: 0, at: revision, isInsertion: lives)
  }

  /// Notes that a record's place became another in some of the views, given by their places in the definition.
  mutating func move(
    _ id: Span<UInt8>,
    from old: Placement,
    to new: Placement,
    inViews shown: [Int],
    at revision: Revision
  ) {
    if old.isAlive != new.isAlive { note(id, lives: new.isAlive, at: revision) }
    for index in shown {
      if old.isAlive, new.isAlive, new.isSame(as: old, inView: index) { continue }
      if old.isAlive {
        entries[index].append(old.keys[index], mark: 0, at: revision, isInsertion: false)
      }
      if new.isAlive {
        let mark = UInt32(new.idOffsets[index])
        entries[index].append(new.keys[index], mark: mark, at: revision, isInsertion: true)
      }
    }
  }

  /// Writes what was noted.
  mutating func write(
    to store: ViewStore,
    _ summaries: inout SummaryChanges,
    in transaction: inout WriteTransaction
  ) throws {
    try store.past.apply(living, to: Self.livingIndex(of: type), in: &transaction)
    living.removeAll()
    for (index, view) in views.enumerated() {
      try store.enter(entries[index], inView: view, of: type, &summaries, in: &transaction)
      entries[index].removeAll()
    }
  }
}
