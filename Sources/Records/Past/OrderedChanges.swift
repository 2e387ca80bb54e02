/// Changes in the order of their keys, and those of one key in the order in which they came.
struct OrderedChanges {
  /// A change's key as two numbers, which compare without touching the key, and whose it is.
  private struct Item {
    let beginning: UInt64
    let continuation: UInt64
    let index: Int
  }

  private let changes: PastChanges
  private let order: [Item]

  var count: Int { order.count }

  /// The change at a place of the order.
  subscript(place: Int) -> PastChanges.Change { changes.changes[order[place].index] }

  /// The key of the change at a place of the order.
  @_lifetime(borrow self)
  func key(at place: Int) -> Span<UInt8> { changes.key(changes.changes[order[place].index]) }

  /// Sorts: O(n log n), mostly without looking at keys after the first 16 bytes that differ anywhere.
  init(_ changes: PastChanges) {
    var shared = changes.changes.first.map { Int($0.keyLength) } ?? 0
    if let first = changes.changes.first {
      let key = changes.key(first)
      for change in changes.changes {
        shared = min(shared, KeyOrder.shared(key, changes.key(change)))
      }
    }
    var order = changes.changes.indices.map { index in
      let key = changes.key(changes.changes[index])
      return Item(
        beginning: Self.word(key, shared),
        continuation: Self.word(key, shared + 8),
        index: index
      )
    }
    order.sort { left, right in
      if left.beginning != right.beginning { return left.beginning < right.beginning }
      if left.continuation != right.continuation { return left.continuation < right.continuation }
      let order = KeyOrder.compare(
        changes.key(changes.changes[left.index]),
        changes.key(changes.changes[right.index])
      )
      return order == 0 ? left.index < right.index : order < 0
    }
    self.changes = changes
    self.order = order
  }

  /// The first place from `places` whose key is not below `key`.
  func firstPlace(in places: Range<Int>, notBelow key: Span<UInt8>) -> Int {
    var low = places.lowerBound
    var high = places.upperBound
    while low < high {
      let middle = (low + high) / 2
      if KeyOrder.compare(self.key(at: middle), key) < 0 { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Eight bytes as a number that sorts as they do; zeros where the key has ended.
  private static func word(_ key: Span<UInt8>, _ start: Int) -> UInt64 {
    var word: UInt64 = 0
    for place in start..<start + 8 {
      word = word << 8 | (place < key.count ? UInt64(key[place]) : 0)
    }
    return word
  }
}
