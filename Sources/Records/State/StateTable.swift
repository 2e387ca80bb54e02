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
  /// None before the first record.
  private var slots: [Slot] = []
  /// What `fetch` found and has no use for.
  private var fetched: UInt64 = 0

  /// How many records there are.
  private(set) var count = 0

  private static let leastSlots = 16
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

  /// Puts another state in the place of a record's; returns the one that it had.
  mutating func exchange(_ index: Int, with state: RecordState) -> RecordState {
    let before = self[index].state
    self[index].state = state
    return before
  }

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
    let index = find(id, hash: hash) ?? add(id, hash: hash, RecordState())
    try body(&self[index].state)
  }

  /// The number of a record; nil where it is not there.
  ///
  /// - Complexity: O(1) on average.
  func find(_ id: Span<UInt8>, hash: UInt64) -> Int? {
    guard !slots.isEmpty else { return nil }
    let mark = Self.mark(hash)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot].place > 0 {
      let known = Int(slots[slot].place) - 1
      if slots[slot].mark == mark, ByteOrder.compare(self.id(known), id) == 0 { return known }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Adds a record that is not there yet; returns its number.
  ///
  /// - Complexity: O(1) on average.
  @discardableResult
  mutating func add(_ id: Span<UInt8>, hash: UInt64, _ state: RecordState) -> Int {
    if count & Self.blockMask == 0 {
      blocks.append([])
      // The first stays small where there are few.
      if count > 0 { blocks[blocks.count - 1].reserveCapacity(1 << Self.blockShift) }
    }
    blocks[blocks.count - 1]
      .append(Entry(idStart: idBytes.count, idCount: id.count, state: state))
    idBytes.append(contentsOf: id)
    count += 1
    if slots.isEmpty { slots = [Slot](repeating: Slot(), count: Self.leastSlots) }
    take(slot: freeSlot(for: hash), hash, count - 1)
    if 2 * count > slots.count { grow() }
    return count - 1
  }

  /// Removes the record that was added last.
  ///
  /// Nothing that was added before it was moved on by it, so that its slot simply becomes free.
  mutating func removeLast() {
    let hash = Self.hash(id(count - 1))
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while Int(slots[slot].place) != count { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = Slot()
    count -= 1
    let last = blocks[blocks.count - 1].removeLast()
    idBytes.removeLast(last.idCount)
    if count & Self.blockMask == 0 { blocks.removeLast() }
  }

  /// Reads a little of what updates of some records will read, so that it is in the processor's caches then.
  ///
  /// In a large table nearly every step of an update waits for memory, which answers several questions that do not
  /// depend on each other in the time of one.
  mutating func fetch(_ hashes: [UInt64], _ places: inout [Int]) {
    places.removeAll(keepingCapacity: true)
    guard !slots.isEmpty else { return }
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

  /// The slot is chosen by other bits.
  private static func mark(_ hash: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: hash >> 32) }

  private func freeSlot(for hash: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot].place > 0 { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }

  private mutating func take(slot: Int, _ hash: UInt64, _ index: Int) {
    slots[slot] = Slot(mark: Self.mark(hash), place: UInt32(index + 1))
  }

  private mutating func grow() {
    slots = [Slot](repeating: Slot(), count: 2 * slots.count)
    for index in 0..<count {
      let hash = Self.hash(id(index))
      take(slot: freeSlot(for: hash), hash, index)
    }
  }
}
