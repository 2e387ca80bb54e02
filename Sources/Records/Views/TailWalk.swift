internal import OrderedBytes

/// The living records of a tail in the order of their ids, to be handed out between those of the views.
struct TailWalk {
  private let records: [ExactString: Tail.Entry]
  private let ids: [ExactString]
  private var next: Int

  /// - Parameter after: the id to begin behind.
  init(_ tail: Tail.OfType?, after: ExactString?) {
    records = tail?.records ?? [:]
    let ids = tail?.ids ?? []
    self.ids = ids
    next = after.map { after in ids.firstPlace { $0 > after } } ?? 0
  }

  /// Whether the views' state of a record is not the last one.
  func replaces(_ id: ExactString) -> Bool { records[id] != nil }

  /// Hands out those up to an id, or all, until `body` wants no more.
  ///
  /// - Returns: whether more is wanted.
  mutating func passAll(
    before end: ExactString? = nil,
    _ body: (ExactString, RecordState) throws -> Bool
  ) throws -> Bool {
    while next < ids.count, end.map({ ids[next] <= $0 }) ?? true {
      let id = ids[next]
      next += 1
      if let state = records[id]?.state, state.isAlive, try !body(id, state) { return false }
    }
    return true
  }
}

/// The entries of a view that a tail brings, in their order, to be handed out between those of the views.
struct TailEntries {
  private let entries: [EntryKey]
  private let upper: [UInt8]
  private var next: Int

  /// - Parameters:
  ///   - place: the view's place in the definition.
  ///   - lower: where to begin, inclusive.
  ///   - upper: entries that begin with it are still in.
  init(_ tail: Tail.OfType?, ofView place: Int, from lower: [UInt8], through upper: [UInt8]) {
    let all = tail?.entries ?? []
    entries = place < all.count ? all[place] : []
    self.upper = upper
    next = entries.firstPlace(notBefore: lower)
  }

  /// Hands out those before a key, or all, until `body` wants no more.
  ///
  /// - Returns: whether more is wanted.
  mutating func passAll(before end: [UInt8]?, _ body: (EntryKey) throws -> Bool) throws -> Bool {
    while next < entries.count {
      let entry = entries[next]
      if let end, !ByteOrder.precedes(entry.full, end) { return true }
      if ByteOrder.isBeyond(entry.full.span, upper.span) { return true }
      next += 1
      if try !body(entry) { return false }
    }
    return true
  }
}
