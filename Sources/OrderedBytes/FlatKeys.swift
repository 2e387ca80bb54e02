/// Many keys in one piece of memory, to be sorted without an array for each.
public struct FlatKeys: Sendable {
  @usableFromInline var storage = KeyBytes()
  @usableFromInline var ends: [Int] = []

  /// No keys yet.
  public init() {}

  /// How many keys there are.
  public var count: Int { ends.count }

  /// Adds a key that is built in place.
  public mutating func append(_ build: (inout KeyBytes) throws -> Void) rethrows {
    do { try build(&storage) } catch {
      storage.bytes.removeLast(storage.count - (ends.last ?? 0))
      throw error
    }
    ends.append(storage.count)
  }

  /// The bytes of a key.
  @inlinable @inline(__always) public subscript(index: Int) -> Span<UInt8> {
    @_lifetime(borrow self)
    get { storage.bytes.span.extracting(range(index)) }
  }

  @inlinable func range(_ index: Int) -> Range<Int> {
    (index == 0 ? 0 : ends[index - 1])..<ends[index]
  }

  /// Forgets the keys but keeps the memory.
  public mutating func removeAll() {
    storage.removeAll()
    ends.removeAll(keepingCapacity: true)
  }

  /// A key's beginning as numbers, which compare without touching the key, and whose it is.
  private struct Entry {
    let beginning: (UInt64, UInt64, UInt64)
    let index: Int
  }

  /// The numbers of the keys in the order of the keys; equal keys in the order in which they came.
  ///
  /// - Complexity: O(n log n), nearly always looking only at the 24 bytes of a key after those that all share.
  public func order() -> [Int] {
    let bytes = storage.bytes.span
    var shared = count == 0 ? 0 : self[0].count
    for index in 0..<count { shared = min(shared, ByteOrder.shared(self[0], self[index])) }
    var entries: [Entry] = []
    entries.reserveCapacity(count)
    for index in 0..<count {
      let key = bytes.extracting(range(index))
      let beginning = (
        ByteOrder.word(of: key, at: shared), ByteOrder.word(of: key, at: shared + 8),
        ByteOrder.word(of: key, at: shared + 16)
      )
      entries.append(Entry(beginning: beginning, index: index))
    }
    entries.sort { left, right in
      if left.beginning != right.beginning { return left.beginning < right.beginning }
      let order = ByteOrder.compare(self[left.index], self[right.index])
      return order == 0 ? left.index < right.index : order < 0
    }
    return entries.map(\.index)
  }
}
