internal import ByteCoding
internal import EventLog
internal import OrderedBytes
internal import StoreErrors

/// The states of many records of one type, found by their ids: what a fold of the log keeps.
///
/// A hash table with open addressing and linear probing (Knuth, The Art of Computer Programming 6.4, algorithm L),
/// never more than half full. Ids lie in one piece of memory, in the order of their first events.
struct StateTable: Sendable {
  /// Where a record's state is, and a part of its id's hash, which tells most others apart without a look at them.
  private struct Slot {
    var mark: UInt32 = 0
    /// One more than the state's index; 0 where the slot is free.
    var place: UInt32 = 0
  }

  /// A record: where its id lies, and its state.
  private struct Entry {
    let idStart: Int
    let idCount: Int
    var state = RecordState()
  }

  /// In blocks, so that no growth moves what is there already, and takes the memory of both meanwhile.
  private var blocks: [[Entry]] = []
  private var idBytes: [UInt8] = []
  private var slots = [Slot](repeating: Slot(), count: 16)
  /// What `fetch` found and has no use for.
  private var fetched: UInt64 = 0

  /// How many records there are.
  private(set) var count = 0

  private static let blockShift = 12
  private static let blockMask = 1 << blockShift - 1

  private subscript(index: Int) -> Entry {
    @inline(__always) get { blocks[index >> Self.blockShift][index & Self.blockMask] }
    @inline(__always) _modify {
      yield &blocks[index >> Self.blockShift][index & Self.blockMask]
    }
  }

  /// The id of a record, by its number in the order of the first events.
  @_lifetime(borrow self)
  func id(_ index: Int) -> Span<UInt8> {
    let start = self[index].idStart
    return idBytes.span.extracting(start..<start + self[index].idCount)
  }

  /// The state of a record, by the same number.
  func state(_ index: Int) -> RecordState { self[index].state }

  /// The hash of an id: that which `update` takes.
  static func hash(_ id: Span<UInt8>) -> UInt64 { Checksum.of(id) }

  /// Changes a record's state, which is that before the first event where the record is new.
  ///
  /// - Complexity: O(1) on average.
  mutating func update(
    _ id: Span<UInt8>,
    hash: UInt64,
    _ body: (inout RecordState) throws -> Void
  ) rethrows {
    let place = place(of: id, hash)
    try body(&self[place].state)
  }

  /// Reads a little of what updates of some records will read, so that it is in the processor's caches then.
  ///
  /// In a large table nearly every step of an update waits for memory, which answers several questions that do not
  /// depend on each other in the time of one.
  mutating func fetch(_ hashes: [UInt64], _ places: inout [Int]) {
    places.removeAll(keepingCapacity: true)
    for hash in hashes {
      let place = slots[Int(truncatingIfNeeded: hash) & (slots.count - 1)].place
      if place > 0 { places.append(Int(place) - 1) }
    }
    for place in places { fetched &+= UInt64(truncatingIfNeeded: self[place].idStart) }
    for place in places {
      fetched &+= UInt64(idBytes[self[place].idStart])
      fetched &+= UInt64(self[place].state.fields.first ?? 0)
    }
  }

  /// The index of a record's entry.
  private mutating func place(of id: Span<UInt8>, _ hash: UInt64) -> Int {
    let mark = Self.mark(hash)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot].place > 0 {
      let known = Int(slots[slot].place) - 1
      if slots[slot].mark == mark, ByteOrder.compare(self.id(known), id) == 0 { return known }
      slot = (slot + 1) & (slots.count - 1)
    }
    if count & Self.blockMask == 0 {
      blocks.append([])
      // The first stays small where there are few.
      if count > 0 { blocks[blocks.count - 1].reserveCapacity(1 << Self.blockShift) }
    }
    blocks[blocks.count - 1].append(Entry(idStart: idBytes.count, idCount: id.count))
    idBytes.append(contentsOf: id)
    count += 1
    slots[slot] = Slot(mark: mark, place: UInt32(count))
    if 2 * count > slots.count { grow() }
    return count - 1
  }

  /// The slot is chosen by other bits.
  private static func mark(_ hash: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: hash >> 32) }

  private mutating func grow() {
    slots = [Slot](repeating: Slot(), count: 2 * slots.count)
    for index in 0..<count {
      let hash = Self.hash(id(index))
      var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
      while slots[slot].place > 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Slot(mark: Self.mark(hash), place: UInt32(index + 1))
    }
  }
}
