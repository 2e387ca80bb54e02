internal import EventLog
internal import OrderedBytes
internal import PageStore

/// Folds a batch of events into the views: record by record in the order of the table, then view by view in the
/// order of their entries, so that each page is changed once.
struct BatchFold {
  private let views: ViewStore
  /// What came before the batch, and the definitions up to there at least.
  private let applied: Revision
  private let catalog: Catalog
  /// Told how far the lists of a type that was defined anew have come.
  private let progress: Progress?
  /// The types that the batch defines anew: their views are compared as a whole afterwards.
  private var redefined: Set<UInt32> = []

  private var entries = KeyedChanges()
  private var uniques = KeyedChanges()
  /// The types of records whose trails were sealed.
  private var sealed: Set<UInt32> = []
  /// By how much the number of each type's living records changes.
  private var counts: [UInt32: Int64] = [:]

  // What one record needs, kept for the next one's use.
  private var fold = TrailFold()
  private var past = PastOfType()
  /// Where it stood before the batch, where it was seen to stand last, and room for the next place.
  private var first = Placement()
  private var shown = Placement()
  private var next = Placement()
  /// How many of its places are known.
  private var places = 0

  init(
    upon applied: Revision,
    _ catalog: Catalog,
    into views: ViewStore,
    _ progress: Progress? = nil
  ) {
    self.applied = applied
    self.catalog = catalog
    self.views = views
    self.progress = progress
  }

  /// Writes everything.
  mutating func write(_ batch: EventBatch, in transaction: inout WriteTransaction) throws {
    redefined = Set(batch.definitions.map(\.definition.number))
    let order = batch.keys.order()
    var start = 0
    while start < order.count {
      var end = start + 1
      while end < order.count,
        ByteOrder.compare(batch.keys[order[end]], batch.keys[order[start]]) == 0
      { end += 1 }
      try take(order[start..<end], of: batch, in: &transaction)
      start = end
    }
    try past.write(to: views, in: &transaction)
    try views.write(entries, uniques, in: &transaction)
    for (type, change) in counts.sorted(by: { $0.key < $1.key }) where change != 0 {
      try views.addToCount(change, of: type, in: &transaction)
    }
    for type in sealed.sorted() { try views.sealed.learn(type, in: &transaction) }
    for type in redefined.sorted() {
      let last = batch.definitions.last { $0.definition.number == type }
      if let last {
        let revision = last.position.revision
        try views.reindex(last.definition, at: revision, in: &transaction, progress)
      }
    }
  }

  /// Folds the events of one record.
  private mutating func take(
    _ events: ArraySlice<Int>,
    of batch: EventBatch,
    in transaction: inout WriteTransaction
  ) throws {
    guard let one = events.first else { return }
    let key = batch.keys[one]
    var reader = ByteReader(key)
    let type = try reader.fixed32()
    let id = reader.rest
    // A type that the batch defines anew is compared as a whole afterwards.
    let definition = redefined.contains(type) ? nil : catalog.definition(of: type, at: applied)
    try past.begin(type, definition, in: views, &transaction)
    try fold.begin(key, in: views, transaction)
    let wasAlive = fold.state.isAlive
    let before = definition.map { $0.uniqueFields.isEmpty } ?? true ? nil : fold.state
    places = 0
    var moved: Revision?
    for index in events {
      let event = batch.event(index)
      guard let head = try StoredEvent.Head(event) else { continue }
      let position = batch.position(of: index)
      if let definition {
        // What counts is where a commit left the record.
        if let due = moved, due < position.revision {
          try move(id, under: definition, at: due)
          moved = nil
        }
        if try head.op != .update || head.touches(definition.indexedFields, in: event) {
          if places == 0 { try first.set(fold.state, id, under: definition) }
          places = max(places, 1)
          moved = position.revision
        }
      }
      try fold.apply(head, event, at: position, time: batch.time(of: index))
      if fold.isFull {
        try fold.seal(key, of: type, in: views, &transaction)
        sealed.insert(type)
      }
    }
    try fold.finish(key, in: views, &transaction)
    let isAlive = fold.state.isAlive
    counts[type, default: 0] += (isAlive ? 1 : 0) - (wasAlive ? 1 : 0)
    guard let definition else {
      if isAlive != wasAlive {
        past.note(id, lives: isAlive, at: fold.state.position.revision)
      }
      return
    }
    if let moved { try move(id, under: definition, at: moved) }
    if places > 0 {
      entries.move(id, from: first, to: shown, inViews: definition.views.indices)
    }
    if let before { try noteUniques(before, id, definition) }
  }

  /// Notes where the record stands now.
  private mutating func move(
    _ id: Span<UInt8>,
    under definition: TypeDefinition,
    at revision: Revision
  ) throws {
    try next.set(fold.state, id, under: definition)
    if places == 1 {
      past.move(id, from: first, to: next, at: revision)
    } else {
      past.move(id, from: shown, to: next, at: revision)
    }
    places += 1
    swap(&shown, &next)
  }

  private mutating func noteUniques(
    _ before: RecordState,
    _ id: Span<UInt8>,
    _ definition: TypeDefinition
  ) throws {
    let given = try RecordIndexes.uniques(of: before, under: definition)
    let taken = try RecordIndexes.uniques(of: fold.state, under: definition)
    guard given != taken else { return }
    for unique in given { uniques.remove(unique.span) }
    for unique in taken { uniques.put(unique.span, id) }
  }
}
