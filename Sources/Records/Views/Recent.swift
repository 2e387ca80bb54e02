/// What was used lately, by keys, up to some number and some bytes.
///
/// Two halves, of which the younger is filled, and the elder given up when it is full, keep about what was used last.
struct Recent<Key: Hashable & Sendable, Item: Sendable>: Sendable {
  private struct Entry: Sendable {
    let item: Item
    let bytes: Int
  }

  /// Half of it holds so many items, or so many bytes, at most.
  private let mostItems: Int
  private let mostBytes: Int
  private var young: [Key: Entry] = [:]
  private var elder: [Key: Entry] = [:]
  /// The bytes of the younger half.
  private var bytes = 0

  init(mostItems: Int, mostBytes: Int) {
    self.mostItems = mostItems
    self.mostBytes = mostBytes
  }

  var isEmpty: Bool { young.isEmpty && elder.isEmpty }

  /// What is known under a key, which is used thereby.
  mutating func find(_ key: Key) -> Item? {
    if let entry = young[key] { return entry.item }
    guard let entry = elder[key] else { return nil }
    keep(entry, key)
    return entry.item
  }

  /// Keeps something; what is too large is no reason to forget much that is small.
  mutating func keep(_ item: Item, _ key: Key, bytes: Int) {
    guard bytes <= mostBytes / 64 else { return }
    keep(Entry(item: item, bytes: bytes), key)
  }

  private mutating func keep(_ entry: Entry, _ key: Key) {
    if young.count >= mostItems || bytes + entry.bytes > mostBytes {
      elder = young
      young = [:]
      bytes = 0
    }
    let former = young.updateValue(entry, forKey: key)
    bytes += entry.bytes - (former?.bytes ?? 0)
  }

  mutating func remove(_ key: Key) {
    if let entry = young.removeValue(forKey: key) { bytes -= entry.bytes }
    elder[key] = nil
  }

  mutating func removeAll() {
    young = [:]
    elder = [:]
    bytes = 0
  }
}
