internal import ByteCoding
internal import EventLog
internal import OrderedBytes

/// An entry that is there from one revision to before another.
struct PastEntry {
  /// The end of what has not ended.
  static let forever = UInt64.max

  var keyStart: Int
  var keyLength: Int
  /// A mark, or in a directory the number of the node that holds the keys from this one on.
  var content: UInt64
  /// When it began, or the beginning of the node that it was read from if it was there already.
  var from: UInt64
  var to = forever

  /// Whether it is there after the changes of a revision.
  func isAlive(at revision: UInt64) -> Bool { from <= revision && revision < to }

  /// What it counts in its node.
  var weight: Int { PastNodeSize.weight(keyLength) }
}

/// How full nodes are, in the weights of their entries.
///
/// The bounds are those of the multiversion B-tree. An entry weighs what its key has, up to a limit, so
/// that every node can hold several; what keys share makes the stored node smaller.
enum PastNodeSize {
  /// All entries of a node, ended ones included.
  static let full = 12_288
  /// The living entries of a new node.
  static let most = full / 2
  /// The living entries of a new node that has neighbours.
  static let enough = most / 2
  /// The living entries of a node that has neighbours, at any time.
  static let least = full / 6
  private static let heaviest = full / 16

  static func weight(_ keyLength: Int) -> Int { min(keyLength + 8, heaviest) }
}

/// Entries with their keys in one buffer.
struct PastEntries {
  private(set) var keys: [UInt8] = []
  private(set) var entries: [PastEntry] = []

  var count: Int { entries.count }

  subscript(index: Int) -> PastEntry {
    _read { yield entries[index] }
    _modify { yield &entries[index] }
  }

  /// The key of an entry.
  @_lifetime(borrow self)
  func key(_ index: Int) -> Span<UInt8> { bytes(entries[index].keyStart, entries[index].keyLength) }

  /// A part of the keys' buffer.
  @_lifetime(borrow self)
  func bytes(_ start: Int, _ length: Int) -> Span<UInt8> {
    keys.span.extracting(start..<start + length)
  }

  mutating func append(_ key: Span<UInt8>, content: UInt64, from: UInt64, to: UInt64) {
    let start = append(bytes: key)
    entries.append(
      PastEntry(keyStart: start, keyLength: key.count, content: content, from: from, to: to)
    )
  }

  /// Makes room for so many entries in all.
  mutating func reserve(_ count: Int) { entries.reserveCapacity(count) }

  /// Adds the entry that a reader stands on.
  mutating func append(_ reader: PastNodeReader) {
    append(reader.key.span, content: reader.content, from: reader.from, to: reader.to)
  }

  /// Adds bytes that are no entry's key; returns where they begin.
  mutating func append(bytes: Span<UInt8>) -> Int {
    let start = keys.count
    keys.append(contentsOf: bytes)
    return start
  }

  mutating func removeLast() {
    let last = entries.removeLast()
    keys.removeLast(keys.count - last.keyStart)
  }

  /// The last entry with a key not above the given one, where entries have rising keys; nil if all are
  /// above.
  func last(notAbove key: Span<UInt8>) -> Int? {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if ByteOrder.compare(self.key(middle), key) <= 0 { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : low - 1
  }
}
