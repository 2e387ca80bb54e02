internal import ByteCoding
internal import EventLog
internal import OrderedBytes
internal import PageStore
internal import StoreErrors

extension PastSweep {
  /// Reads a node as it was stored.
  mutating func load(
    _ index: Int,
    from storage: PastNodeStorage,
    in transaction: inout WriteTransaction
  ) throws {
    let none = OrderedChanges(PastChanges())
    try load(index, with: none, 0..<0, from: storage, in: &transaction)
  }

  /// Reads a stored node together with all changes of the keys from its lower bound to the next one's.
  ///
  /// - Parameter index: the node; nil for the keys below the first one's.
  /// - Throws: `damaged` for a removal of what is not alive, an insertion of what is, and for damaged
  ///   bytes; `misuse` for revisions that were passed already.
  mutating func load(
    _ index: Int?,
    with changes: OrderedChanges,
    _ places: Range<Int>,
    from storage: PastNodeStorage,
    in transaction: inout WriteTransaction
  ) throws {
    guard entries.count + places.count < Int(UInt32.max) else {
      throw StoreError(
        .tooLarge,
        "a batch changes more than 4 billion entries of an index",
        hints: ["make the batches smaller"]
      )
    }
    guard let index else {
      let first = entries.count
      for place in places { try take(changes[place], changes.key(at: place), 0, first) }
      return
    }
    let bytes = try storage.nodes.node(nodes[index].number, in: transaction)
    var reader = try PastNodeReader(bytes.span)
    guard reader.level == level, reader.end == PastEntry.forever else {
      throw ByteReader.damaged("a node of the past is not the one that its directory means")
    }
    nodes[index].start = reader.start
    nodes[index].isLoaded = true
    let slot = nodes[index].low >> 32
    let stored = try merge(&reader, with: changes, places, inSlot: slot)
    nodes[index].ranks = stored.ranks
    nodes[index].living = stored.living
    nodes[index].total = stored.total
  }

  /// Adds the entries of a stored node and what changes make of them, by rising keys.
  ///
  /// - Returns: the ranks of those that were stored, and their weights as they were.
  @discardableResult
  mutating func merge(
    _ reader: inout PastNodeReader,
    with changes: OrderedChanges,
    _ places: Range<Int>,
    inSlot slot: UInt64
  ) throws(StoreError) -> (ranks: [UInt64], living: Int, total: Int) {
    let first = entries.count
    var stored = (ranks: [UInt64](), living: 0, total: 0)
    stored.ranks.reserveCapacity(Int(clamping: min(reader.remaining, UInt64(PastNodeSize.full))))
    var place = places.lowerBound
    while try reader.next() {
      while place < places.upperBound,
        ByteOrder.compare(changes.key(at: place), reader.key.span) < 0
      {
        try take(changes[place], changes.key(at: place), slot, first)
        place += 1
      }
      let weight = PastNodeSize.weight(reader.key.count)
      stored.ranks.append(slot << 32 | UInt64(entries.count))
      stored.total += weight
      if reader.to == PastEntry.forever { stored.living += weight }
      entries.append(reader)
    }
    while place < places.upperBound {
      try take(changes[place], changes.key(at: place), slot, first)
      place += 1
    }
    return stored
  }

  /// Notes that a node takes its changes as it is stored, unless it must be read after all.
  mutating func wait(
    _ index: Int,
    _ changes: OrderedChanges,
    _ places: Range<Int>,
    _ longer: ByteWriter
  ) {
    self.changes = changes
    waiting[nodes[index].number] = (places, longer)
  }

  /// Reads a node that is to be joined with a neighbour, while changes up to a revision are in.
  mutating func loadNeighbour(
    _ index: Int,
    at revision: UInt64,
    in storage: inout PastNodeStorage,
    _ transaction: inout WriteTransaction
  ) throws {
    guard let changes, let (places, _) = waiting.removeValue(forKey: nodes[index].number) else {
      return try load(index, from: storage, in: &transaction)
    }
    let known = events.count
    try load(index, with: changes, places, from: storage, in: &transaction)
    // What it should have taken in by now it takes in now; the rest lines up with what is to come.
    let own = events[known...].sorted { $0.revision < $1.revision }
    events.removeSubrange(known...)
    let isPast = { (event: Event) in event.revision <= revision }
    for event in own.prefix(while: isPast) {
      _ = try count(event, in: &storage, &transaction)
    }
    let rest = own.drop(while: isPast)
    guard !rest.isEmpty else { return }
    let coming = events[nextEvent...] + rest
    events.replaceSubrange(nextEvent..., with: coming.sorted { $0.revision < $1.revision })
  }

  /// Makes an entry of an insertion, and ends one with a removal.
  ///
  /// The entries of a slot come by rising keys, so that one of the same key is the last one.
  private mutating func take(
    _ change: PastChanges.Change,
    _ key: Span<UInt8>,
    _ slot: UInt64,
    _ first: Int
  ) throws(StoreError) {
    let last = entries.count - 1
    let isKnown = last >= first && ByteOrder.compare(entries.key(last), key) == 0
    let isAlive = isKnown && entries[last].to == PastEntry.forever
    if isKnown, change.revision < (isAlive ? entries[last].from : entries[last].to) {
      throw StoreError(
        .misuse,
        "a change of an index at r\(change.revision) comes after later ones",
        hints: ["give the changes of each key in the order of time"]
      )
    }
    if change.isInsertion {
      guard !isAlive else { throw ByteReader.damaged("an entry begins that is there already") }
      let rank = slot << 32 | UInt64(entries.count)
      entries.append(key, content: change.content, from: change.revision, to: PastEntry.forever)
      events.append(Event(revision: change.revision, rank: rank, isInsertion: true))
      return
    }
    guard isAlive, level == 0 || entries[last].content == change.content else {
      throw ByteReader.damaged("an entry ends that is not there")
    }
    let rank = slot << 32 | UInt64(last)
    if let event = events.last, event.rank == rank, event.revision == change.revision {
      // It began at this revision, in this batch: nobody will ever see it.
      events.removeLast()
      entries.removeLast()
    } else {
      entries[last].to = change.revision
      events.append(Event(revision: change.revision, rank: rank, isInsertion: false))
    }
  }
}
