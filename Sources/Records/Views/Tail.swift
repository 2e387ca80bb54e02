internal import ByteCoding
internal import EventLog
internal import OrderedBytes
internal import PageStore
internal import StoreErrors

/// The records whose last events the views do not show yet, as the log's head has them, while they are few: so a read
/// sees every commit, and the views are written only once there is something to sort.
package struct Tail: Sendable {
  /// One record.
  struct Entry: Sendable {
    /// As it is at the head.
    var state: RecordState
    /// Whether it lives in the views.
    let wasAlive: Bool
    /// Its entries in the views of its type, by their places in the definition; none where it does not live.
    fileprivate var places: [EntryKey] = []
  }

  /// What waits of one type.
  struct OfType: Sendable {
    /// By id.
    fileprivate(set) var records: [ExactString: Entry] = [:]
    /// Their ids in order.
    fileprivate(set) var ids: [ExactString] = []
    /// For each view, by its place in the definition, the entries of the records that live, in their order.
    fileprivate(set) var entries: [[EntryKey]] = []
  }

  /// What the views show: the tail begins behind it.
  let base: ViewStore.Applied
  /// The log's head that it reaches to.
  private(set) var head: LogHead
  private var types: [UInt32: OfType] = [:]

  /// Begins behind what the views show.
  init(behind applied: ViewStore.Applied) {
    base = applied
    head = LogHead(
      revision: applied.revision,
      time: .distantPast,
      eventCount: applied.eventCount,
      chain: applied.chain
    )
  }

  /// What waits of a type; nil where nothing does.
  func ofType(_ type: UInt32) -> OfType? { types[type] }

  /// By how much the number of a type's living records is another than in the views.
  func change(ofType type: UInt32) -> Int {
    (types[type]?.records ?? [:]).values.reduce(0) {
      $0 + ($1.state.isAlive ? 1 : 0) - ($1.wasAlive ? 1 : 0)
    }
  }

  /// Takes in what the log has up to a head; no type may be defined there.
  ///
  /// - Parameter transaction: one in which the views show what they showed when the tail began.
  mutating func advance(
    to head: LogHead,
    of log: any EventLog,
    under catalog: Catalog,
    upon views: ViewStore,
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws {
    guard head.revision > self.head.revision else { return }
    var changed: Set<RecordKey> = []
    try log.scan(self.head.revision.next...head.revision) { header, position, bytes in
      guard let event = try StoredEvent.Head(bytes) else { return true }
      let key = try event.key(in: bytes)
      if types[key.type]?.records[key.id] == nil {
        let state = try views.state(of: key, in: transaction) ?? RecordState()
        let entry = Entry(state: state, wasAlive: state.isAlive)
        types[key.type, default: OfType()].add(entry, key.id)
      }
      try types[key.type]?.records[key.id]?.state
        .apply(event, bytes, at: position, time: header.time)
      changed.insert(key)
      return true
    }
    for key in changed {
      guard let definition = catalog.definition(of: key.type, at: base.revision) else {
        throw ByteReader.damaged(
          "there are records of type number \(key.type), which is not defined"
        )
      }
      try types[key.type]?.place(key.id, under: definition)
    }
    self.head = head
  }
}

extension Tail.OfType {
  fileprivate mutating func add(_ entry: Tail.Entry, _ id: ExactString) {
    records[id] = entry
    ids.insert(id, at: ids.firstPlace { $0 > id })
  }

  /// Notes where a record stands in the views now.
  fileprivate mutating func place(_ id: ExactString, under definition: TypeDefinition) throws {
    guard let entry = records[id] else { return }
    while entries.count < definition.views.count { entries.append([]) }
    for (view, old) in entry.places.enumerated() {
      let index = entries[view].firstPlace(notBefore: old.full)
      if index < entries[view].count, entries[view][index].full == old.full {
        entries[view].remove(at: index)
      }
    }
    let places = try RecordIndexes.entries(of: entry.state, id, under: definition)
    for (view, new) in places.enumerated() {
      entries[view].insert(new, at: entries[view].firstPlace(notBefore: new.full))
    }
    records[id]?.places = places
  }
}

extension Tail.OfType {
  /// Whether a list that the views show is another one by what waits.
  ///
  /// - Parameters:
  ///   - place: the place of the list's view in the definition.
  ///   - prefix: what the full keys of the list begin with.
  func changes(_ list: KeptList, ofView place: Int, behind prefix: [UInt8]) -> Bool {
    if place < entries.count {
      let entries = entries[place]
      let next = entries.firstPlace(notBefore: prefix)
      if next < entries.count {
        let key = entries[next].full
        if !ByteOrder.isBeyond(key.span, prefix.span) { return true }
      }
    }
    return list.records.contains { records[$0.id] != nil }
  }
}

extension Array {
  /// Where the first element stands that something is true of, as it is of all behind it.
  func firstPlace(where isTrue: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isTrue(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension [EntryKey] {
  /// Where the first entry stands, of some in their order, that does not come before a key.
  func firstPlace(notBefore key: [UInt8]) -> Int {
    // Borrowed, so that looking at an entry does not count as another owner of it.
    let entries = span
    let key = key.span
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if ByteOrder.compare(entries[middle].full.span, key) < 0 {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}
