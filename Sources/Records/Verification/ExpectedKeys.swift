internal import OrderedBytes

/// Keys that must be met in their order, each with the record that stands under it.
struct ExpectedKeys {
  /// The first key that is met otherwise.
  enum Mismatch {
    /// A record's key should have come.
    case missing(ExactString)
    /// A record stands where it should not.
    case unexpected(ExactString)
  }

  private var keys = FlatKeys()
  private var ids: [ExactString] = []
  private var order: [Int] = []
  private var next = 0

  /// How many there are.
  var count: Int { ids.count }

  /// Adds a key, in any order.
  mutating func append(_ id: ExactString, _ build: (inout KeyBytes) throws -> Void) rethrows {
    try keys.append(build)
    ids.append(id)
  }

  /// Puts the keys in order, once all are there.
  mutating func sort() { order = keys.order() }

  /// Takes what is met next.
  mutating func meet(_ key: Span<UInt8>, _ id: ExactString) -> Mismatch? {
    guard next < order.count else { return .unexpected(id) }
    let comparison = ByteOrder.compare(key, keys[order[next]])
    guard comparison == 0 else {
      return comparison < 0 ? .unexpected(id) : .missing(ids[order[next]])
    }
    // Of records that share a unique value, which imports from elsewhere may bring, one stands for all.
    var isThere = false
    var end = next
    while end < order.count, ByteOrder.compare(keys[order[end]], key) == 0 {
      isThere = isThere || ids[order[end]] == id
      end += 1
    }
    next = end
    return isThere ? nil : .unexpected(id)
  }

  /// What should still have come at the end.
  var rest: Mismatch? { next < order.count ? .missing(ids[order[next]]) : nil }
}
