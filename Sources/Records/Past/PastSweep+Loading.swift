internal import EventLog
internal import OrderedBytes
internal import PageStore

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
    let slot = index.map { nodes[$0].low >> 32 } ?? 0
    let first = entries.count
    guard first + places.count < Int(UInt32.max) else {
      throw StoreError(
        .tooLarge,
        "a batch changes more than 4 billion entries of an index",
        hints: ["make the batches smaller"]
      )
    }
    var place = places.lowerBound
    if let index {
      let bytes = try storage.nodes.node(nodes[index].number, in: transaction)
      var reader = try PastNodeReader(bytes.span)
      guard reader.level == level, reader.end == PastEntry.forever else {
        throw ByteReader.damaged("a node of the past is not the one that its directory means")
      }
      var node = nodes[index]
      node.start = reader.start
      node.isLoaded = true
      node.ranks.reserveCapacity(Int(clamping: min(reader.remaining, UInt64(bytes.count))))
      while try reader.next() {
        while place < places.upperBound,
          ByteOrder.compare(changes.key(at: place), reader.key.span) < 0
        {
          try take(changes[place], changes.key(at: place), slot, first)
          place += 1
        }
        let weight = PastNodeSize.weight(reader.key.count)
        node.ranks.append(slot << 32 | UInt64(entries.count))
        node.total += weight
        if reader.to == PastEntry.forever { node.living += weight }
        entries.append(reader)
      }
      nodes[index] = node
    }
    while place < places.upperBound {
      try take(changes[place], changes.key(at: place), slot, first)
      place += 1
    }
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
