import OrderedBytes
import TestSupport
import Testing

/// -1, 0 or 1: how the first of a pair stands to the second.
private func order<Item: Comparable>(_ left: Item, _ right: Item) -> Int {
  left < right ? -1 : left == right ? 0 : 1
}

private func order(_ left: KeyBytes, _ right: KeyBytes) -> Int {
  left.bytes == right.bytes ? 0 : left.bytes.lexicographicallyPrecedes(right.bytes) ? -1 : 1
}

/// Compares all pairs of the nasty values, and many random pairs, with the bytes made of them: ascending,
/// descending, and as the first of two components.
private func check<Item>(
  _ nasty: [Item],
  rounds count: Int = 20_000,
  by order: (Item, Item) -> Int,
  random: (inout SeededGenerator) -> Item,
  append: @escaping (inout KeyBytes, Item) -> Void,
  test: String = #function
) {
  var generator = SeededGenerator(for: test)
  var failures = 0
  func checkPair(_ left: Item, _ right: Item) {
    let expected = order(left, right)
    func keys(_ make: (inout KeyBytes, Item) -> Void) -> Int {
      var (first, second) = (KeyBytes(), KeyBytes())
      make(&first, left)
      make(&second, right)
      return OrderedBytesTests.order(first, second)
    }
    let tail = UInt8(truncatingIfNeeded: generator.next())
    let ascending = keys(append)
    let descending = keys { key, item in key.appendDescending { append(&$0, item) } }
    // What follows must not matter unless the first components are equal.
    var isLeft = true
    let followed = keys { key, item in
      append(&key, item)
      key.append(isLeft ? tail : ~tail)
      isLeft = false
    }
    let expectedFollowed = expected == 0 ? OrderedBytesTests.order(tail, ~tail) : expected
    if ascending != expected || descending != -expected || followed != expectedFollowed {
      failures += 1
      if failures < 5 {
        Issue.record("\(left) and \(right): \(ascending), \(descending), \(followed)")
      }
    }
  }
  for left in nasty { for right in nasty { checkPair(left, right) } }
  for _ in 0..<rounds(count) {
    let left = generator.oneIn(4) ? generator.pick(nasty) : random(&generator)
    checkPair(left, generator.oneIn(8) ? generator.pick(nasty) : random(&generator))
  }
  #expect(failures == 0)
}

@Suite("Key bytes have the order of the values")
struct KeyBytesTests {
  @Test("unsigned numbers")
  func unsigned() {
    check(
      [0, 1, 255, 256, UInt64.max, .max - 1, 1 << 63],
      by: order,
      random: { $0.next() >> UInt64($0.index(below: 64)) },
      append: { $0.append($1) }
    )
    check(
      [0, 1, 255, 256, UInt32.max, 1 << 31],
      by: order,
      random: { UInt32(truncatingIfNeeded: $0.next()) },
      append: { $0.append($1) }
    )
  }

  @Test("signed numbers")
  func signed() {
    check(
      [0, 1, -1, Int64.min, .max, -256, 255],
      by: order,
      random: { $0.integer() },
      append: { $0.append($1) }
    )
    check(
      [0, 1, -1, Int32.min, .max, -256, 255],
      by: order,
      random: { Int32(truncatingIfNeeded: $0.integer()) },
      append: { $0.append($1) }
    )
  }

  @Test("floating point numbers, NaN last")
  func doubles() {
    func order(_ left: Double, _ right: Double) -> Int {
      if left.isNaN || right.isNaN { return (left.isNaN ? 1 : 0) - (right.isNaN ? 1 : 0) }
      return left < right ? -1 : left == right ? 0 : 1
    }
    let nasty = [
      0.0, -0.0, .infinity, -.infinity, .nan, -.nan, .signalingNaN, .leastNonzeroMagnitude,
      -.leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude, 1, 1.0.nextUp, -1,
      (-1.0).nextDown, 0.1 + 0.2, 0.3,
    ]
    check(
      nasty,
      by: order,
      random: { $0.oneIn(2) ? Double(bitPattern: $0.next()) : Double($0.integer()) / 8 },
      append: { $0.append($1) }
    )
  }

  @Test("flags, and what is missing comes last in both directions")
  func flags() {
    check([false, true], rounds: 0, by: { order($0 ? 1 : 0, $1 ? 1 : 0) }, random: { $0.oneIn(2) })
    {
      $0.append($1)
    }
    for isDescending in [false, true] {
      var (present, missing) = (KeyBytes(), KeyBytes())
      present.append(isPresent: true)
      if isDescending {
        present.appendDescending { $0.append(raw: [0xFF, 0xFF]) }
      } else {
        present.append(raw: [0xFF, 0xFF])
      }
      missing.append(isPresent: false)
      #expect(order(present, missing) == -1)
    }
  }

  @Test("bytes of any length")
  func escapedBytes() {
    func order(_ left: [UInt8], _ right: [UInt8]) -> Int {
      left == right ? 0 : left.lexicographicallyPrecedes(right) ? -1 : 1
    }
    let bytes: [UInt8] = [0, 1, 2, 0x61, 0xFE, 0xFF]
    let nasty = [[]] + bytes.map { [$0] } + bytes.flatMap { a in bytes.map { [a, $0] } }
    check(
      nasty,
      by: order,
      random: { generator in (0..<generator.index(below: 6)).map { _ in generator.pick(bytes) } },
      append: { $0.append(escaping: $1) }
    )
  }

  @Test("several components, each in its own direction")
  func severalComponents() {
    check(
      [(0, "", true), (0, "a", true), (0, "a\0", false)],
      by: { left, right in
        let orders = [
          order(left.0, right.0), -order(Array(left.1.utf8).hex, Array(right.1.utf8).hex),
          order(left.2 ? 1 : 0, right.2 ? 1 : 0),
        ]
        return orders.first { $0 != 0 } ?? 0
      },
      random: {
        ($0.integer() >> 62, $0.pick(["", "\0", "a", "ab", "é", "张", "\u{1F600}"]), $0.oneIn(2))
      },
      append: { key, item in
        key.append(item.0)
        key.appendDescending { $0.append(text: item.1) }
        key.append(item.2)
      }
    )
  }

  @Test("escaped bytes are read back, and nothing else is")
  func unescaping() {
    var generator = SeededGenerator()
    for _ in 0..<rounds(5_000) {
      let isDescending = generator.oneIn(2)
      let bytes = (0..<generator.index(below: 8)).map { _ in
        generator.pick([0, 1, 0x61, 0xFF] as [UInt8])
      }
      var key = KeyBytes()
      key.append(7 as UInt32)
      if isDescending {
        key.appendDescending { $0.append(escaping: bytes) }
      } else {
        key.append(escaping: bytes)
      }
      let end = key.count
      key.append(9 as UInt8)
      var offset = 4
      let back = KeyBytes.unescape(key.bytes.span, at: &offset, isDescending: isDescending)
      #expect(back == bytes && offset == end)
      // Cut off anywhere, it is refused and the offset stays.
      let cut = Array(key.bytes[..<(4 + generator.index(below: end - 4))])
      offset = 4
      #expect(
        KeyBytes.unescape(cut.span, at: &offset, isDescending: isDescending) == nil && offset == 4
      )
    }
    var offset = 0
    #expect(KeyBytes.unescape(([0x61, 0, 2] as [UInt8]).span, at: &offset) == nil)
  }
}

extension Array where Element == UInt8 {
  /// Two letters a byte, which compare as the bytes do.
  fileprivate var hex: String {
    map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
