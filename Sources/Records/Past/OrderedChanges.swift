internal import OrderedBytes

/// Changes in the order of their keys, and those of one key in the order in which they came.
struct OrderedChanges {
  private let changes: PastChanges
  private let order: [Int]

  var count: Int { order.count }

  /// The change at a place of the order.
  subscript(place: Int) -> PastChanges.Change { changes.changes[order[place]] }

  /// The key of the change at a place of the order.
  @_lifetime(borrow self)
  func key(at place: Int) -> Span<UInt8> { changes.key(order[place]) }

  /// Sorts: O(n log n), mostly without looking at keys after the first 24 bytes that differ anywhere.
  init(_ changes: PastChanges) {
    self.changes = changes
    order = changes.order()
  }

  /// The first place from `places` whose key is not below `key`.
  func firstPlace(in places: Range<Int>, notBelow key: Span<UInt8>) -> Int {
    var low = places.lowerBound
    var high = places.upperBound
    while low < high {
      let middle = (low + high) / 2
      if ByteOrder.compare(self.key(at: middle), key) < 0 {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}
