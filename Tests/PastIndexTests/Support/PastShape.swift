import ByteCoding
import EventLog
import PageStore
import StoreErrors
import Testing
@testable import Records

/// The nodes that an index consists of at one revision, checked against the rules of the tree.
struct PastShape {
  private(set) var leaves = 0
  private(set) var directories = 0
  private(set) var height: UInt64 = 0
  /// Nodes with fewer living entries than the rules want, though they have neighbours below the same
  /// directory.
  private(set) var poor = 0
  /// The only node below a directory that is not the root.
  private(set) var lonely = 0

  /// Walks all nodes of a revision.
  init(
    of index: UInt64 = 1,
    at revision: UInt64,
    _ store: PastStore
  ) throws {
    let tables = try PastTables(store.environment)
    let nodes = PastNodes(tables, of: index)
    self = try store.environment.read { transaction in
      var shape = PastShape()
      guard let root = try nodes.root(at: revision, in: transaction), root.number > 0 else {
        return shape
      }
      shape.height = root.level + 1
      _ = try shape.walk(root.number, root.level, [], nil, revision, nodes, transaction)
      return shape
    }
  }

  private init() {}

  /// Checks a node and those below it; returns the weight of its living entries.
  private mutating func walk(
    _ number: UInt64,
    _ level: UInt64,
    _ lower: [UInt8],
    _ upper: [UInt8]?,
    _ revision: UInt64,
    _ nodes: PastNodes,
    _ transaction: borrowing ReadTransaction
  ) throws -> Int {
    let bytes = try nodes.node(number, in: transaction)
    try checkOrder(bytes)
    let entries = try PastNodes.entries(of: bytes, level: level, aliveAt: revision)
    let keys = (0..<entries.count).map { Array(entries.key($0)) }
    #expect(!keys.isEmpty, "node \(number) of level \(level) is empty at r\(revision)")
    for (key, next) in zip(keys, keys.dropFirst()) { #expect(key.lexicographicallyPrecedes(next)) }
    if let first = keys.first { #expect(!first.lexicographicallyPrecedes(lower)) }
    if let upper, let last = keys.last { #expect(last.lexicographicallyPrecedes(upper)) }
    if level == 0 {
      leaves += 1
    } else {
      directories += 1
      var weights: [Int] = []
      for (place, key) in keys.enumerated() {
        weights.append(
          try walk(
            entries[place].content,
            level - 1,
            key,
            place + 1 < keys.count ? keys[place + 1] : upper,
            revision,
            nodes,
            transaction
          )
        )
      }
      if weights.count > 1 {
        poor += weights.count { $0 < PastNodeSize.least }
      } else {
        lonely += 1
      }
    }
    return keys.reduce(0) { $0 + PastNodeSize.weight($1.count) }
  }

  /// All entries of a node, those that ended included, stand in order and within its time.
  private func checkOrder(_ bytes: [UInt8]) throws {
    var reader = try PastNodeReader(bytes.span)
    var previous: (key: [UInt8], to: UInt64) = ([], 0)
    var total = 0
    while try reader.next() {
      #expect(reader.from < reader.to)
      #expect(reader.from >= reader.start)
      #expect(reader.to <= reader.end || reader.to == PastEntry.forever)
      if previous.key == reader.key {
        #expect(previous.to <= reader.from)
      } else {
        #expect(previous.key.lexicographicallyPrecedes(reader.key) || reader.key.isEmpty)
      }
      previous = (reader.key, reader.to)
      total += PastNodeSize.weight(reader.key.count)
    }
    if reader.end == PastEntry.forever { #expect(total <= PastNodeSize.full) }
  }
}
