internal import ByteCoding
internal import EventLog

/// What a batch makes of the nodes below one directory, all of one level.
///
/// Every entry that is in these nodes or comes into them is known before: in the order of their keys they
/// have ranks, a node at any moment is a stretch of ranks, and what it holds follows from its time and
/// the entries' times. So sweeping through the changes in the order of time moves no entry and compares
/// no key; it counts weights, and where a node gets too full or too empty, closes it and opens others.
///
/// Source of the rules: Becker, Gschwind, Ohler, Seeger, Widmayer: "An asymptotically optimal
/// multiversion B-tree", VLDB Journal 5 (1996).
struct PastSweep {
  /// A node as it stands where the sweep has come to.
  struct Node {
    /// Where its lower bound lies in the buffer of `entries`.
    var separator: (start: Int, length: Int)
    /// The first rank that is its own.
    ///
    /// The upper half of a rank is a slot: as the nodes divided the keys at first, so do the slots, and slot 0
    /// is for what comes before the first node. The lower half is an entry's index; within a slot these rise
    /// with the keys.
    var low: UInt64
    var number: UInt64
    var start: UInt64
    /// The weight of the entries that are alive.
    var living = 0
    /// The weight of all entries.
    var total = 0
    /// Its entries, those that came last unsorted at the end.
    var ranks: [UInt64] = []
    var isLoaded: Bool
    var isStored: Bool
    var isChanged = false
  }

  /// An entry begins or ends.
  struct Event {
    var revision: UInt64
    var rank: UInt64
    var isInsertion: Bool
  }

  let level: UInt64
  /// Where the lower bound of all nodes lies in the buffer of `entries`.
  let lowerBound: (start: Int, length: Int)
  var entries: PastEntries
  /// By rising ranks; neighbours divide the keys between them.
  var nodes: [Node]
  var events: [Event] = []
  /// How many events were taken in.
  var nextEvent = 0
  /// Nodes, by number, that were not read for their few changes: the changes' places, and what is to be stored.
  var waiting: [UInt64: (places: Range<Int>, longer: ByteWriter)] = [:]
  /// The changes that these places mean.
  var changes: OrderedChanges?
  /// What the directory above has to be told.
  var reports = PastChanges()

  /// Begins with nodes that are not read yet.
  ///
  /// - Parameters:
  ///   - directory: their numbers under their lower bounds.
  ///   - changeCount: how many changes are to be expected.
  init(
    level: UInt64,
    above lowerBound: Span<UInt8>,
    _ directory: PastEntries,
    expecting changeCount: Int = 0
  ) {
    self.level = level
    // Its keys are in the buffer already; that its entries stay beside those of the nodes does no harm.
    entries = directory
    entries.reserve(directory.count + changeCount)
    events.reserveCapacity(changeCount)
    self.lowerBound = (entries.append(bytes: lowerBound), lowerBound.count)
    nodes = directory.entries.enumerated().map { index, entry in
      Node(
        separator: (entry.keyStart, entry.keyLength),
        low: UInt64(index + 1) << 32,
        number: entry.content,
        start: 0,
        isLoaded: false,
        isStored: true
      )
    }
  }
}
