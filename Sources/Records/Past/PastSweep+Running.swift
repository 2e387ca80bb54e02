internal import ByteCoding
internal import EventLog
internal import OrderedBytes
internal import PageStore
internal import StoreErrors

extension PastSweep {
  /// Goes through all changes in the order of time and stores what becomes of the nodes.
  ///
  /// A node is looked at once all changes of a revision are in it, so that each speaks of at least one
  /// whole revision.
  mutating func run(
    in storage: inout PastNodeStorage,
    _ transaction: inout WriteTransaction
  ) throws {
    events.sort { $0.revision < $1.revision }
    var touched: [UInt64] = []
    while nextEvent < events.count {
      let revision = events[nextEvent].revision
      touched.removeAll(keepingCapacity: true)
      while nextEvent < events.count, events[nextEvent].revision == revision {
        let low = try count(events[nextEvent], in: &storage, &transaction)
        if touched.last != low { touched.append(low) }
        nextEvent += 1
      }
      for low in touched {
        guard let index = node(of: low), !isInOrder(index) || isDisplaced(index, at: revision)
        else { continue }
        try rebuild(index, at: revision, in: &storage, &transaction)
      }
    }
    for node in nodes {
      if let (_, longer) = waiting[node.number] {
        try storage.putLiving(node.number, longer, in: &transaction)
      } else if node.isChanged {
        try store(node, in: &storage, &transaction)
      }
    }
  }

  /// Enters a change into the node that its key belongs to; returns that node's first rank.
  mutating func count(
    _ event: Event,
    in storage: inout PastNodeStorage,
    _ transaction: inout WriteTransaction
  ) throws -> UInt64 {
    let index: Int
    if let known = node(of: event.rank) {
      index = known
    } else {
      let number = try storage.newNumber(in: &transaction)
      open(number, at: event.revision, from: 0, lowerBound, nil, before: 0)
      index = 0
    }
    let entry = entries[Int(UInt32(truncatingIfNeeded: event.rank))]
    let weight = entry.weight
    guard event.revision >= nodes[index].start else {
      throw StoreError(
        .misuse,
        "a change of an index at r\(event.revision) comes after r\(nodes[index].start)",
        hints: ["give the batches in the order of time"]
      )
    }
    nodes[index].isChanged = true
    if event.isInsertion {
      nodes[index].living += weight
      nodes[index].total += weight
      nodes[index].ranks.append(event.rank)
    } else {
      nodes[index].living -= weight
      // What was there for no whole revision of this node is not kept.
      if max(entry.from, nodes[index].start) == entry.to { nodes[index].total -= weight }
    }
    return nodes[index].low
  }

  /// The last node whose ranks begin at or below one; nil if all begin above it.
  private func node(of rank: UInt64) -> Int? {
    var low = 0
    var high = nodes.count
    while low < high {
      let middle = (low + high) / 2
      if nodes[middle].low <= rank { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : low - 1
  }

  /// Whether a node is neither too full nor too empty.
  private func isInOrder(_ index: Int) -> Bool {
    let node = nodes[index]
    guard node.living > 0, node.total <= PastNodeSize.full else { return false }
    return node.living >= PastNodeSize.least || nodes.count == 1
  }

  /// Whether a directory begins before its first node: that one went into a node of the directory to its left,
  /// which was divided from it in this very batch, and took its keys along.
  private func isDisplaced(_ index: Int, at revision: UInt64) -> Bool {
    guard level > 0, index > 0 else { return false }
    let node = nodes[index]
    guard let first = node.ranks.filter({ entry($0).isAlive(at: revision) }).min() else {
      return false
    }
    let key = entries.key(Int(UInt32(truncatingIfNeeded: first)))
    let bound = entries.bytes(node.separator.start, node.separator.length)
    return ByteOrder.compare(key, bound) != 0
  }

  /// Closes a node, with neighbours if it has too little for a new one, and opens others in its place.
  private mutating func rebuild(
    _ index: Int,
    at revision: UInt64,
    in storage: inout PastNodeStorage,
    _ transaction: inout WriteTransaction
  ) throws {
    var range = index..<index + 1
    var weight = nodes[index].living
    while weight < PastNodeSize.enough, range.count < nodes.count {
      let neighbour = range.upperBound < nodes.count ? range.upperBound : range.lowerBound - 1
      if !nodes[neighbour].isLoaded {
        try loadNeighbour(neighbour, at: revision, in: &storage, &transaction)
      }
      weight += nodes[neighbour].living
      range = min(range.lowerBound, neighbour)..<max(range.upperBound, neighbour + 1)
    }
    var alive: [UInt64] = []
    for index in range {
      try close(index, at: revision, in: &storage, &transaction)
      for rank in nodes[index].ranks where entry(rank).isAlive(at: revision) { alive.append(rank) }
    }
    // The first node has the keys from the lower bound on, a leaf those from its own; another directory has those
    // from its first node on.
    let keepsBound = level == 0 || range.lowerBound == 0
    let low = nodes[range.lowerBound].low
    let separator = nodes[range.lowerBound].separator
    nodes.removeSubrange(range)
    var place = range.lowerBound
    for part in parts(of: alive, weight) {
      let isFirst = part.lowerBound == 0 && keepsBound
      let first = entry(alive[part.lowerBound])
      open(
        try storage.newNumber(in: &transaction),
        at: revision,
        from: isFirst ? low : alive[part.lowerBound],
        isFirst ? separator : (first.keyStart, first.keyLength),
        alive[part],
        before: place
      )
      place += 1
    }
  }

  private func entry(_ rank: UInt64) -> PastEntry { entries[Int(UInt32(truncatingIfNeeded: rank))] }

  /// Divides living entries into as few nodes as may be, of like weight.
  private func parts(of ranks: [UInt64], _ weight: Int) -> [Range<Int>] {
    guard !ranks.isEmpty else { return [] }
    let count = (weight + PastNodeSize.most - 1) / PastNodeSize.most
    var parts: [Range<Int>] = []
    var start = 0
    var passed = 0
    for (place, rank) in ranks.enumerated() {
      if parts.count + 1 < count, passed * count >= weight * (parts.count + 1), place > start {
        parts.append(start..<place)
        start = place
      }
      passed += entry(rank).weight
    }
    parts.append(start..<ranks.count)
    return parts
  }

  /// Opens a node and tells the directory above.
  private mutating func open(
    _ number: UInt64,
    at revision: UInt64,
    from low: UInt64,
    _ separator: (start: Int, length: Int),
    _ ranks: ArraySlice<UInt64>?,
    before place: Int
  ) {
    var node = Node(
      separator: separator,
      low: low,
      number: number,
      start: revision,
      isLoaded: true,
      isStored: false,
      isChanged: true
    )
    for rank in ranks ?? [] {
      node.living += entry(rank).weight
      node.ranks.append(rank)
    }
    node.total = node.living
    nodes.insert(node, at: place)
    report(node, at: revision, isInsertion: true)
  }

  /// Ends a node before a revision, stores it for ever and tells the directory above.
  private mutating func close(
    _ index: Int,
    at revision: UInt64,
    in storage: inout PastNodeStorage,
    _ transaction: inout WriteTransaction
  ) throws {
    nodes[index].ranks.sort()
    let node = nodes[index]
    report(node, at: revision, isInsertion: false)
    if node.start < revision {
      let bytes = storage.writer.node(
        level: level,
        from: node.start,
        to: revision,
        node.ranks,
        of: entries
      )
      try storage.putClosed(node.number, bytes, in: &transaction)
    } else if node.isStored {
      try storage.discard(node.number, in: &transaction)
    }
  }

  private mutating func report(_ node: Node, at revision: UInt64, isInsertion: Bool) {
    let separator = Array(entries.bytes(node.separator.start, node.separator.length))
    reports.append(
      separator.span,
      content: node.number,
      at: revision,
      isInsertion: isInsertion
    )
  }

  /// Stores a node that goes on.
  private func store(
    _ node: Node,
    in storage: inout PastNodeStorage,
    _ transaction: inout WriteTransaction
  ) throws {
    let bytes = storage.writer.node(
      level: level,
      from: node.start,
      to: nil,
      node.ranks.sorted(),
      of: entries
    )
    let latest = max(node.start, events.last?.revision ?? 0)
    let value = LivingNode.bytes(bytes, living: node.living, total: node.total, latest: latest)
    try storage.putLiving(node.number, value, in: &transaction)
  }
}
