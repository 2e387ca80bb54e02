#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The order of keys that lie in larger buffers, as the C library compares bytes.
enum KeyOrder {
  /// Negative if the left key comes first, 0 if they are equal; a beginning comes before what it begins.
  static func compare(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Int {
    let shared = min(left.count, right.count)
    let order = compareBeginnings(left, right, shared)
    return order == 0 ? left.count - right.count : order
  }

  /// Whether a key comes after every key that begins with `upper`.
  static func isBeyond(_ key: Span<UInt8>, _ upper: Span<UInt8>) -> Bool {
    compareBeginnings(key, upper, min(key.count, upper.count)) > 0
  }

  /// How many bytes two keys share at their beginnings.
  static func shared(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Int {
    let most = min(left.count, right.count)
    var count = 0
    // Eight at a time; both have `most` bytes, so the loads stay inside.
    left.withUnsafeBytes { left in
      right.withUnsafeBytes { right in
        while count + 8 <= most {
          let difference =
            left.loadUnaligned(fromByteOffset: count, as: UInt64.self)
            ^ right.loadUnaligned(fromByteOffset: count, as: UInt64.self)
          if difference != 0 {
            count += UInt64(littleEndian: difference).trailingZeroBitCount / 8
            return
          }
          count += 8
        }
        while count < most, left[count] == right[count] { count += 1 }
      }
    }
    return count
  }

  /// `memcmp` of the first bytes, which both must have.
  private static func compareBeginnings(
    _ left: Span<UInt8>,
    _ right: Span<UInt8>,
    _ count: Int
  ) -> Int {
    left.withUnsafeBytes { left in
      right.withUnsafeBytes { right in
        guard count > 0, let a = left.baseAddress, let b = right.baseAddress else { return 0 }
        return Int(memcmp(a, b, count))
      }
    }
  }
}
