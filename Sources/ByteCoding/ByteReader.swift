public import StoreErrors

/// Reads what `ByteWriter` wrote, without copying the bytes first.
///
/// Every step checks that the bytes are
/// there: damaged input ends in a `damaged` error, never in a trap.
public struct ByteReader: ~Escapable {
  // What every stored byte goes through can be inlined by the rooms above.
  @usableFromInline let bytes: Span<UInt8>
  /// Where the next step reads; never past the end.
  public var offset = 0

  /// Reads from the first byte on.
  @_lifetime(copy bytes)
  @inlinable public init(_ bytes: Span<UInt8>) { self.bytes = bytes }

  /// Begins at an offset, which must not be past the end.
  @_lifetime(copy bytes)
  @inlinable public init(_ bytes: Span<UInt8>, at offset: Int) {
    self.bytes = bytes
    self.offset = min(max(offset, 0), bytes.count)
  }

  /// How many bytes were not read yet.
  @inlinable public var remaining: Int { bytes.count - offset }

  /// Whether all was read.
  @inlinable public var isAtEnd: Bool { offset == bytes.count }

  /// The error of stored bytes that do not read as they should.
  public static func damaged(_ what: String) -> StoreError {
    StoreError(
      .damaged,
      "stored bytes are damaged: \(what)",
      hints: ["restore a backup, or export what can still be read"]
    )
  }

  /// The next byte; throws `damaged` at the end.
  @inlinable @inline(__always) public mutating func byte() throws(StoreError) -> UInt8 {
    guard offset < bytes.count else { throw Self.endsEarly }
    defer { offset += 1 }
    return bytes[offset]
  }

  @usableFromInline static var endsEarly: StoreError { damaged("they end too early") }

  /// The next four bytes, the highest first; throws `damaged` where they are not there.
  @inlinable public mutating func fixed32() throws(StoreError) -> UInt32 {
    guard remaining >= 4 else { throw Self.endsEarly }
    let high = UInt32(bytes[offset]) << 24 | UInt32(bytes[offset + 1]) << 16
    let low = UInt32(bytes[offset + 2]) << 8 | UInt32(bytes[offset + 3])
    offset += 4
    return high | low
  }

  /// The next eight bytes, the highest first; throws `damaged` where they are not there.
  @inlinable public mutating func fixed64() throws(StoreError) -> UInt64 {
    guard remaining >= 8 else { throw Self.endsEarly }
    let high = try fixed32()
    return UInt64(high) << 32 | UInt64(try fixed32())
  }

  /// A number as `appendVarint` wrote it; throws `damaged` where it is cut off or too large.
  @inlinable @inline(__always) public mutating func varint() throws(StoreError) -> UInt64 {
    // Most numbers fit in one byte.
    if offset < bytes.count, bytes[offset] < 0x80 {
      defer { offset += 1 }
      return UInt64(bytes[offset])
    }
    return try longVarint()
  }

  @usableFromInline mutating func longVarint() throws(StoreError) -> UInt64 {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let next = try byte()
      guard shift < 63 || next <= 1 else { throw Self.damaged("a number is over 64 bits") }
      number |= UInt64(next & 0x7F) << shift
      if next < 0x80 { return number }
      shift += 7
    }
  }

  /// A number as `appendSigned` wrote it; throws as `varint`.
  @inlinable public mutating func signed() throws(StoreError) -> Int64 {
    let number = try varint()
    return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
  }

  /// A varint that counts something which is at least a byte each, so it cannot exceed what is left.
  @inlinable @inline(__always) public mutating func count() throws(StoreError) -> Int {
    let number = try varint()
    guard number <= UInt64(remaining) else { throw Self.isOverEnd }
    return Int(number)
  }

  @usableFromInline static var isOverEnd: StoreError { damaged("a length is over the end") }

  /// A text as `appendText` wrote it; throws `damaged` where it is cut off or not UTF-8.
  public mutating func text() throws(StoreError) -> String {
    let length = try count()
    defer { offset += length }
    return try Self.text(bytes.extracting(offset..<offset + length))
  }

  /// Bytes as `appendCounted` wrote them; throws `damaged` where they are cut off.
  public mutating func counted() throws(StoreError) -> [UInt8] { try bytes(count: count()) }

  /// A copy of so many bytes; throws `damaged` where they are not there.
  public mutating func bytes(count length: Int) throws(StoreError) -> [UInt8] {
    guard length >= 0, length <= remaining else { throw Self.endsEarly }
    defer { offset += length }
    return Array(bytes.extracting(offset..<offset + length))
  }

  /// Passes so many bytes; throws `damaged` where they are not there.
  @inlinable @inline(__always) public mutating func skip(_ length: Int) throws(StoreError) {
    guard length >= 0, length <= remaining else { throw Self.endsEarly }
    offset += length
  }

  /// A run of the bytes, read or not; what lies past the end is left out.
  @_lifetime(copy self)
  @inlinable public func bytes(_ range: Range<Int>) -> Span<UInt8> {
    bytes.extracting(range.clamped(to: 0..<bytes.count))
  }

  /// What was not read yet.
  @inlinable public var rest: Span<UInt8> {
    @_lifetime(copy self)
    get { bytes.extracting(offset..<bytes.count) }
  }

  /// Reads UTF-8.
  public static func text(_ bytes: Span<UInt8>) throws(StoreError) -> String {
    do { return String(copying: try UTF8Span(validating: bytes)) } catch {
      throw damaged("text is not UTF-8")
    }
  }
}
