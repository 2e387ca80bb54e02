internal import ByteCoding
package import EventLog
internal import OrderedBytes
package import PageStore
internal import StoreErrors

/// One of the lists that are kept of a type: its living records, the entries of a view, or its unique values.
struct ListKey: Hashable, Sendable {
  let type: UInt32
  /// A view's number, or one that no view has.
  let number: UInt32

  /// The records; those that were deleted count for the digest alone.
  static func records(of type: UInt32) -> ListKey { ListKey(type: type, number: 0) }

  /// The entries of a view.
  static func view(_ view: UInt32, of type: UInt32) -> ListKey {
    ListKey(type: type, number: view)
  }

  /// The unique values with their holders.
  static func uniques(of type: UInt32) -> ListKey { ListKey(type: type, number: .max) }

  /// Its key in the table `lists`: type (4), number (4).
  var bytes: [UInt8] {
    var key = KeyBytes(reserving: 8)
    key.append(type)
    key.append(number)
    return key.bytes
  }

  /// What it is, for people.
  func name(under definition: TypeDefinition?) -> String {
    let type = definition.map { "\($0.name)" } ?? "type number \(type)"
    switch number {
    case 0: return "the records of \(type)"
    case .max: return "the unique values of \(type)"
    default:
      let view = definition?.views.first { $0.number == number }
      return "the view \(view.map { "\($0.name)" } ?? "number \(number)") of \(type)"
    }
  }

  init(type: UInt32, number: UInt32) {
    self.type = type
    self.number = number
  }

  /// Reads a key of the table `lists`, or what each key of `entries` begins with.
  init(_ key: Span<UInt8>) throws(StoreError) {
    var reader = ByteReader(key)
    type = try reader.fixed32()
    number = try reader.fixed32()
  }
}

/// What is kept of a list besides its entries: how many there are, and a digest of them all.
///
/// Both follow from what the list holds, whatever became of it in which batches, so that lists can be compared without
/// reading them; a change of either is one of these, too. The digest is the sum of the entries' digests, each half by
/// itself: an entry that comes or goes costs one hash. It finds mistakes and damage, not forgery. Source: Bellare,
/// Micciancio: "A new paradigm for collision-free hashing", EUROCRYPT 1997, with a sum for the group.
struct ListSummary: Hashable, Sendable {
  var count: Int64 = 0
  private(set) var digest = LogDigest.empty

  /// Whether there is nothing in the list, or nothing changes.
  var isEmpty: Bool { self == ListSummary() }

  /// Takes in an entry of the digest's alone.
  mutating func add(_ entry: LogDigest) {
    digest.high &+= entry.high
    digest.low &+= entry.low
  }

  /// Takes out an entry of the digest's alone.
  mutating func remove(_ entry: LogDigest) {
    digest.high &-= entry.high
    digest.low &-= entry.low
  }

  /// Takes in a change of the list.
  mutating func apply(_ change: ListSummary) {
    count += change.count
    add(change.digest)
  }

  /// The digest of a record's state, and of a unique value's holder.
  static func digest(of value: Span<UInt8>, under key: Span<UInt8>) -> LogDigest {
    Checksum.digest(of: value, seed: Checksum.of(key))
  }

  /// The digest of a view's entry: the full key has the id.
  static func digest(ofEntry full: Span<UInt8>) -> LogDigest { Checksum.digest(of: full) }

  init() {}

  init(_ value: Span<UInt8>) throws(StoreError) {
    var reader = ByteReader(value)
    count = Int64(clamping: try reader.varint())
    digest = LogDigest(high: try reader.fixed64(), low: try reader.fixed64())
  }

  func append(to writer: inout ByteWriter) {
    writer.appendVarint(UInt64(clamping: count))
    writer.appendFixed(digest.high)
    writer.appendFixed(digest.low)
  }
}

/// What a batch changes in the summaries, list by list.
struct SummaryChanges {
  private var changes: [ListKey: ListSummary] = [:]
  /// The list that changes come for, so that each of them costs no search.
  private var list = ListKey.records(of: 0)
  private var change = ListSummary()

  /// Changes a list's summary.
  mutating func change(_ list: ListKey, _ body: (inout ListSummary) -> Void) {
    if list != self.list {
      keep()
      self.list = list
    }
    body(&change)
  }

  private mutating func keep() {
    if !change.isEmpty { changes[list, default: ListSummary()].apply(change) }
    change = ListSummary()
  }

  /// What changed so far, list by list.
  var all: [ListKey: ListSummary] {
    mutating get {
      keep()
      return changes.filter { !$0.value.isEmpty }
    }
  }

  /// Writes what changed.
  mutating func write(to views: ViewStore, in transaction: inout WriteTransaction) throws {
    for (list, change) in all {
      var summary = try views.summary(of: list, in: transaction)
      summary.apply(change)
      try views.put(summary, of: list, in: &transaction)
    }
    changes.removeAll(keepingCapacity: true)
  }
}

extension ViewStore {
  /// The summary of a list; an empty one where nothing was ever in it.
  func summary(
    of list: ListKey,
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> ListSummary {
    try transaction.withChecked(of: tables.lists, list.bytes) { try ListSummary($0) }
      ?? ListSummary()
  }

  /// All summaries but those of empty lists.
  func summaries(
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> [ListKey: ListSummary] {
    var summaries: [ListKey: ListSummary] = [:]
    try transaction.withCursor(over: tables.lists) { cursor in
      var isThere = try cursor.first()
      while isThere {
        try cursor.withChecked { try summaries[ListKey($0)] = ListSummary($1) }
        isThere = try cursor.next()
      }
    }
    return summaries
  }

  /// Stores a summary; of an empty list there is none.
  func put(_ summary: ListSummary, of list: ListKey, in transaction: inout WriteTransaction) throws
  {
    if summary.isEmpty {
      _ = try transaction.delete(tables.lists, list.bytes.span)
    } else {
      var value = ByteWriter(reserving: 24)
      summary.append(to: &value)
      try transaction.putChecked(tables.lists, list.bytes.span, &value)
    }
  }

  /// How many records of a type live.
  package func count(
    of type: UInt32,
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> UInt64 {
    UInt64(clamping: try summary(of: .records(of: type), in: transaction).count)
  }

  /// How many entries a view has, and their digest.
  package func summary(
    of view: ViewDefinition,
    of type: TypeDefinition,
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> (entries: UInt64, digest: LogDigest) {
    let summary = try summary(of: .view(view.number, of: type.number), in: transaction)
    return (UInt64(clamping: summary.count), summary.digest)
  }
}
