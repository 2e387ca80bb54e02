/// Sorts things by their key bytes.
package enum KeySort {
  /// A key's beginning as numbers, which compare without touching the key, and whose it is.
  private struct Entry {
    let beginning: (UInt64, UInt64, UInt64)
    let index: Int

    init(_ key: [UInt8], _ index: Int) {
      beginning = (Self.word(key, 0), Self.word(key, 8), Self.word(key, 16))
      self.index = index
    }

    /// Eight bytes as a number that sorts as they do; zeros where the key has ended.
    private static func word(_ key: [UInt8], _ start: Int) -> UInt64 {
      var word: UInt64 = 0
      for offset in 0..<8 {
        word = word << 8 | (start + offset < key.count ? UInt64(key[start + offset]) : 0)
      }
      return word
    }
  }

  /// The items in the order of their keys.
  ///
  /// - Complexity: O(n log n), nearly always without looking at a key after its first 24 bytes.
  package static func sorted<Item>(_ items: [Item], by key: (Item) -> [UInt8]) -> [Item] {
    let keys = items.map(key)
    var entries = keys.indices.map { Entry(keys[$0], $0) }
    entries.sort { left, right in
      if left.beginning != right.beginning { return left.beginning < right.beginning }
      return ByteOrder.precedes(keys[left.index], keys[right.index])
    }
    return entries.map { items[$0.index] }
  }
}
