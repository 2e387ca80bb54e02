internal import ByteCoding
internal import EventLog
internal import OrderedBytes
internal import PageStore
internal import StoreErrors

/// Folds a batch of events into the views: record by record in the order of the table, then view by view in the
/// order of their entries, so that each page is changed once.
struct BatchFold {
  private let views: ViewStore
  private let kept: KeptViews

  private var uniques = KeyedChanges()
  private var summaries = SummaryChanges()
  /// The types of records whose trails were sealed.
  private var sealed: Set<UInt32> = []

  // What one record needs, kept for the next one's use.
  private var fold = TrailFold()
  private var past = PastOfType()
  private var type: KeptViews.OfType?
  /// Where it stood before the batch, where it was seen to stand last, and room for the next place.
  private var first = Placement()
  private var shown = Placement()
  private var next = Placement()
  /// How many of its places are known.
  private var places = 0

  /// Begins a fold.
  ///
  /// - Parameters:
  ///   - applied: what came before the batch.
  ///   - catalog: the definitions up to there at least.
  init(
    _ batch: EventBatch,
    upon applied: ViewStore.Applied,
    _ catalog: Catalog,
    into views: ViewStore
  ) {
    self.views = views
    kept = KeptViews(batch, upon: applied, catalog)
  }

  /// Writes everything.
  ///
  /// - Returns: the views' gaps after the batch.
  mutating func write(_ batch: EventBatch, in transaction: inout WriteTransaction) throws
    -> [ViewGap]
  {
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
    try past.write(to: views, &summaries, in: &transaction)
    try views.write(uniques, &summaries, in: &transaction)
    try summaries.write(to: views, in: &transaction)
    for type in sealed.sorted() { try views.sealed.learn(type, in: &transaction) }
    var gaps = kept.gaps
    for change in kept.redefinitions { try change.write(to: views, &gaps, in: &transaction) }
    return gaps
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
    let number = try reader.fixed32()
    let id = reader.rest
    let type =
      try self.type.flatMap { $0.definition.number == number ? $0 : nil } ?? kept.ofType(number)
    self.type = type
    let definition = type.definition
    try past.begin(number, definition, in: views, &summaries, &transaction)
    try fold.begin(key, in: views, transaction)
    let before = type.keepsUniques ? fold.state : nil
    places = 0
    var moved: Revision?
    for index in events {
      let event = batch.event(index)
      guard let head = try StoredEvent.Head(event) else { continue }
      let position = batch.position(of: index)
      // What counts is where a commit left the record.
      if let due = moved, due < position.revision {
        try move(id, type, at: due)
        moved = nil
      }
      if try head.op != .update || head.touches(definition.indexedFields, in: event) {
        if places == 0 { try first.set(fold.state, id, under: definition) }
        places = max(places, 1)
        moved = position.revision
      }
      try fold.apply(head, event, at: position, time: batch.time(of: index))
      if fold.isFull {
        try fold.seal(key, of: number, in: views, &transaction)
        sealed.insert(number)
      }
    }
    try fold.finish(key, in: views, &transaction)
    summaries.change(.records(of: number)) { $0.apply(fold.change) }
    if let moved { try move(id, type, at: moved) }
    if let before { try noteUniques(before, id, definition) }
  }

  /// Notes where the record stands now.
  private mutating func move(
    _ id: Span<UInt8>,
    _ type: KeptViews.OfType,
    at revision: Revision
  ) throws {
    try next.set(fold.state, id, under: type.definition)
    let views = type.views(showing: id)
    if places == 1 {
      past.move(id, from: first, to: next, inViews: views, at: revision)
    } else {
      past.move(id, from: shown, to: next, inViews: views, at: revision)
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
