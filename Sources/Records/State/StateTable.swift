internal import EventLog
internal import OrderedBytes
internal import PageStore

/// The states of many records of one type, found by their ids: what a fold of the log keeps.
///
/// A hash table with open addressing and linear probing (Knuth, The Art of Computer Programming 6.4, algorithm L),
/// never more than half full. Ids lie in one piece of memory, states in another, in the order of their first events.
struct StateTable: Sendable {
  /// Where a record's state is, and a part of its id's hash, which tells most others apart without a look at them.
  private struct Slot {
    var mark: UInt32 = 0
    /// One more than the state's index; 0 where the slot is free.
    var place: UInt32 = 0
  }

  /// The ids, in the order of `states`.
  private(set) var ids = FlatKeys()
  /// The states.
  private(set) var states: [RecordState] = []
  private var slots = [Slot](repeating: Slot(), count: 16)

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
    try body(&states[place(of: id, hash)])
  }

  /// The index of a record's state.
  private mutating func place(of id: Span<UInt8>, _ hash: UInt64) -> Int {
    let mark = Self.mark(hash)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot].place > 0 {
      let known = Int(slots[slot].place) - 1
      if slots[slot].mark == mark, ByteOrder.compare(ids[known], id) == 0 { return known }
      slot = (slot + 1) & (slots.count - 1)
    }
    ids.append { $0.append(raw: id) }
    states.append(RecordState())
    slots[slot] = Slot(mark: mark, place: UInt32(states.count))
    if 2 * states.count > slots.count { grow() }
    return states.count - 1
  }

  /// The slot is chosen by other bits.
  private static func mark(_ hash: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: hash >> 32) }

  private mutating func grow() {
    slots = [Slot](repeating: Slot(), count: 2 * slots.count)
    for index in states.indices {
      let hash = Self.hash(ids[index])
      var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
      while slots[slot].place > 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Slot(mark: Self.mark(hash), place: UInt32(index + 1))
    }
  }
}
