// Text and other bytes of any length. They end with 00 01, and a zero byte within becomes 00 FF: a text
// comes right before those it begins, whatever component follows it.

@usableFromInline let escape: UInt8 = 0x00
@usableFromInline let escapedZero: UInt8 = 0xFF
@usableFromInline let terminator: UInt8 = 0x01

extension KeyBytes {
  /// Adds text, ordered by its UTF-8 bytes.
  @inlinable public mutating func append(text: String) { append(escaping: text.utf8Span.span) }

  /// Adds bytes of any length, ordered byte by byte.
  @inlinable public mutating func append(escaping other: [UInt8]) { append(escaping: other.span) }

  /// Adds bytes of any length, ordered byte by byte.
  @inlinable public mutating func append(escaping other: Span<UInt8>) {
    if other.indices.contains(where: { other[$0] == escape }) {
      for index in other.indices {
        bytes.append(other[index])
        if other[index] == escape { bytes.append(escapedZero) }
      }
    } else {
      // Nearly always: copied in one go.
      append(raw: other)
    }
    bytes.append(escape)
    bytes.append(terminator)
  }

  /// Reads back what `append(escaping:)` or `append(text:)` wrote.
  ///
  /// - Parameters:
  ///   - offset: where the component begins; moved past its end.
  ///   - isDescending: whether it was written within `appendDescending`.
  /// - Returns: the bytes, or nil where the component is cut off or was not written so.
  public static func unescape(
    _ key: Span<UInt8>,
    at offset: inout Int,
    isDescending: Bool = false
  ) -> [UInt8]? {
    let mask: UInt8 = isDescending ? 0xFF : 0
    var result: [UInt8] = []
    var index = offset
    while index >= 0, index < key.count {
      let byte = key[index] ^ mask
      index += 1
      guard byte == escape else {
        result.append(byte)
        continue
      }
      guard index < key.count else { return nil }
      let next = key[index] ^ mask
      index += 1
      if next == terminator {
        offset = index
        return result
      }
      guard next == escapedZero else { return nil }
      result.append(escape)
    }
    return nil
  }
}
