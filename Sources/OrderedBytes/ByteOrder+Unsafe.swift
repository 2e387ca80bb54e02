#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The order of bytes, as the C library compares them: many at a time.
public enum ByteOrder {
  /// Whether the left bytes come first; a beginning comes before what it begins.
  public static func precedes(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.withUnsafeBytes { left in right.withUnsafeBytes { compare(left, $0) < 0 } }
  }

  /// Whether the left text's UTF-8 bytes come first.
  public static func precedes(_ left: String, _ right: String) -> Bool {
    withBytes(of: left, right) { compare($0, $1) < 0 }
  }

  /// Whether both texts have the same UTF-8 bytes.
  public static func areEqual(_ left: String, _ right: String) -> Bool {
    guard left.utf8.count == right.utf8.count else { return false }
    return withBytes(of: left, right) { compare($0, $1) == 0 }
  }

  /// Negative, zero or positive as the left bytes come first, are the same, or come last.
  public static func compare(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Int {
    left.withUnsafeBytes { left in right.withUnsafeBytes { compare(left, $0) } }
  }

  /// Whether a key comes after every key that begins with `upper`.
  public static func isBeyond(_ key: Span<UInt8>, _ upper: Span<UInt8>) -> Bool {
    compare(key.extracting(first: min(key.count, upper.count)), upper) > 0
  }

  /// How many bytes two keys share at their beginnings.
  public static func shared(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Int {
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

  /// Eight bytes as a number that sorts as they do; zeros where the key has ended.
  static func word(of key: Span<UInt8>, at start: Int) -> UInt64 {
    guard start + 8 > key.count else {
      // All eight are there.
      return key.withUnsafeBytes {
        UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: start, as: UInt64.self))
      }
    }
    var word: UInt64 = 0
    for offset in start..<start + 8 {
      word = word << 8 | (offset < key.count ? UInt64(key[offset]) : 0)
    }
    return word
  }

  private static func withBytes<R>(
    of left: String,
    _ right: String,
    _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> R
  ) -> R {
    var left = left
    var right = right
    // The buffers are used only while the texts lend them.
    return left.withUTF8 { left in
      right.withUTF8 { body(UnsafeRawBufferPointer(left), UnsafeRawBufferPointer($0)) }
    }
  }

  /// Negative, zero or positive.
  ///
  /// `memcmp` reads only what both have.
  private static func compare(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer)
    -> Int
  {
    let shared = min(left.count, right.count)
    if shared > 0, let a = left.baseAddress, let b = right.baseAddress {
      let order = memcmp(a, b, shared)
      if order != 0 { return Int(order) }
    }
    return left.count - right.count
  }
}
