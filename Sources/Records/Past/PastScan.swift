internal import ByteCoding
internal import EventLog
internal import OrderedBytes
internal import PageStore
internal import StoreErrors

/// Goes through what an index held at one revision, in the order of the keys.
struct PastScan {
  let nodes: PastNodes
  let revision: UInt64
  let lower: [UInt8]
  let upper: [UInt8]
  /// How many nodes were read.
  private(set) var nodesRead = 0

  init(_ nodes: PastNodes, at revision: UInt64, from lower: [UInt8], through upper: [UInt8]) {
    self.nodes = nodes
    self.revision = revision
    self.lower = lower
    self.upper = upper
  }

  /// Hands out the entries of a node and of those below it; false if that is to be all.
  mutating func run(
    _ number: UInt64,
    _ level: UInt64,
    in transaction: borrowing some ReadableTransaction & ~Copyable,
    _ body: (Span<UInt8>, UInt32) throws -> Bool
  ) throws -> Bool {
    nodesRead += 1
    let bytes = try nodes.node(number, in: transaction)
    if level == 0 { return try runLeaf(bytes, body) }
    let children = try PastNodes.entries(of: bytes, level: level, aliveAt: revision)
    for index in (children.last(notAbove: lower.span) ?? 0)..<children.count {
      if ByteOrder.isBeyond(children.key(index), upper.span) { return false }
      guard try run(children[index].content, level - 1, in: transaction, body) else { return false }
    }
    return true
  }

  private func runLeaf(
    _ bytes: [UInt8],
    _ body: (Span<UInt8>, UInt32) throws -> Bool
  ) throws -> Bool {
    var reader = try PastNodeReader(bytes.span)
    try PastNodes.check(reader, level: 0, at: revision)
    while try reader.next() {
      guard reader.from <= revision, revision < reader.to,
        ByteOrder.compare(reader.key.span, lower.span) >= 0
      else { continue }
      if ByteOrder.isBeyond(reader.key.span, upper.span) { return false }
      guard try body(reader.key.span, UInt32(truncatingIfNeeded: reader.content)) else {
        return false
      }
    }
    return true
  }
}

extension PastNodes {
  /// The entries of a node that are there after a revision.
  static func entries(
    of bytes: [UInt8],
    level: UInt64,
    aliveAt revision: UInt64
  ) throws -> PastEntries {
    var reader = try PastNodeReader(bytes.span)
    try check(reader, level: level, at: revision)
    var entries = PastEntries()
    while try reader.next() {
      if reader.from <= revision, revision < reader.to { entries.append(reader) }
    }
    return entries
  }

  /// Makes sure that a node is what the directory above it says, and speaks of a revision.
  static func check(
    _ reader: PastNodeReader,
    level: UInt64,
    at revision: UInt64
  ) throws(StoreError) {
    guard reader.level == level, reader.start <= revision, revision < reader.end else {
      throw ByteReader.damaged("a node of the past is not the one that its directory means")
    }
  }
}
