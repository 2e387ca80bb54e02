import ByteCoding
import EventLog
import OrderedBytes
import StoreErrors
import TestSupport
import Testing

@testable import Records

/// Changes that wait beside a living node until it is taken apart.
@Suite("Changes that wait beside a node")
struct WaitingTests {
  /// A node of so many entries that began at revision 1.
  private static func node(_ count: Int) -> [UInt8] {
    var entries = PastEntries()
    for number in 0..<count { entries.append(key(number).span, content: 0, from: 1, to: .max) }
    var writer = PastNodeWriter()
    let ranks = (0..<UInt64(count)).map { $0 }
    return writer.node(level: 0, from: 1, to: nil, ranks, of: entries)
  }

  private static func key(_ number: Int) -> [UInt8] { Array("key/\(10_000 + number)".utf8) }

  private static func weight(_ count: Int) -> Int { count * PastNodeSize.weight(key(0).count) }

  private static func ordered(_ changes: (Int, UInt64, Bool)...) -> OrderedChanges {
    var all = PastChanges()
    for (number, revision, isInsertion) in changes {
      all.append(key(number), mark: 0, at: Revision(revision), isInsertion: isInsertion)
    }
    return OrderedChanges(all)
  }

  private static func stored(_ count: Int) -> [UInt8] {
    LivingNode.bytes(node(count), living: weight(count), total: weight(count), latest: 1).bytes
  }

  /// The stored form with changes; nil where they do not wait.
  private static func appending(
    _ changes: OrderedChanges,
    to stored: [UInt8],
    hasNeighbours: Bool = true
  ) throws -> [UInt8]? {
    let places = 0..<changes.count
    return try LivingNode(stored.span)
      .appending(changes, places, hasNeighbours: hasNeighbours)?.bytes
  }

  @Test func `they are in the node when it is read, over several batches`() throws {
    let first = try #require(
      try Self.appending(
        Self.ordered((7, 3, false), (7, 5, true), (999, 4, true)),
        to: Self.stored(300)
      )
    )
    let second = try #require(
      try Self.appending(Self.ordered((7, 6, false), (0, 9, false), (1000, 9, true)), to: first)
    )
    let whole = try LivingNode(second.span).whole()
    var reader = try PastNodeReader(whole.span)
    var found: [String] = []
    while try reader.next() {
      guard reader.from > 1 || reader.to < .max else { continue }
      found.append("\(String(decoding: reader.key, as: UTF8.self)) \(reader.from) \(reader.to)")
    }
    #expect(
      found == [
        "key/10000 1 9", "key/10007 1 3", "key/10007 5 6", "key/10999 4 \(UInt64.max)",
        "key/11000 9 \(UInt64.max)",
      ]
    )
  }

  @Test func `what has none is read as it was written`() throws {
    let stored = Self.stored(300)
    let whole = try LivingNode(stored.span).whole()
    #expect(whole == Self.node(300))
  }

  @Test func `a node that gets too full or too empty, or is short, is taken apart`() throws {
    let some = Self.ordered((900, 2, true))
    #expect(try Self.appending(some, to: Self.stored(300)) != nil)
    // Too short to be worth it.
    #expect(try Self.appending(some, to: Self.stored(20)) == nil)
    // Too full.
    let full = PastNodeSize.full / Self.weight(1)
    #expect(try Self.appending(some, to: Self.stored(full)) == nil)
    // Too empty at some revision, though not in the end; alone it may be.
    let least = PastNodeSize.least / Self.weight(1) + 1
    let entries = Self.node(300)
    let thin = LivingNode.bytes(
      entries,
      living: Self.weight(least),
      total: Self.weight(300),
      latest: 1
    ).bytes
    let passing = Self.ordered((1, 2, false), (2, 2, false), (900, 3, true), (901, 3, true))
    #expect(try Self.appending(passing, to: thin) == nil)
    #expect(try Self.appending(passing, to: thin, hasNeighbours: false) != nil)
  }

  @Test func `changes that are not the latest, and too many, do not wait`() throws {
    let stored = Self.stored(300)
    let later = try #require(try Self.appending(Self.ordered((900, 7, true)), to: stored))
    #expect(try Self.appending(Self.ordered((901, 6, true)), to: later) == nil)
    #expect(try Self.appending(Self.ordered((901, 7, true)), to: later) != nil)
    var value = stored
    var batches = 0
    while let longer = try Self.appending(
      Self.ordered((900 + batches, UInt64(batches + 2), true)),
      to: value
    ) {
      value = longer
      batches += 1
    }
    #expect((20...200).contains(batches))
    #expect(try LivingNode(value.span).whole().count > stored.count)
  }

  @Test func `changes that contradict the node are damage once it is read`() throws {
    for change in [(5, 2, true), (900, 2, false)] as [(Int, UInt64, Bool)] {
      let value = try #require(try Self.appending(Self.ordered(change), to: Self.stored(300)))
      #expect(throws: StoreError.self) { _ = try LivingNode(value.span).whole() }
    }
  }
}
