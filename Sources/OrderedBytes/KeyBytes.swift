/// Builds keys whose bytes, compared one by one as LMDB compares them, have the order of the values.
///
/// A key is a row of components. Each is of fixed length or ends itself, so that no component can reach
/// into the next: comparing two keys compares their first components, then their second, and so on.
public struct KeyBytes: Hashable, Sendable {
  /// What was built so far.
  public var bytes: [UInt8]

  /// Begins with nothing, and memory for so many bytes.
  @inlinable public init(reserving capacity: Int = 0) {
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  /// How many bytes there are.
  @inlinable public var count: Int { bytes.count }

  /// Empties the key but keeps its memory, for the next key of a long row.
  @inlinable public mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// Adds bytes as they are.
  ///
  /// Only for components of one length, or the last one of a key.
  @inlinable public mutating func append(raw other: [UInt8]) { bytes.append(contentsOf: other) }

  /// Adds the UTF-8 bytes of a text as they are, as `append(raw:)` does.
  @inlinable public mutating func append(raw other: String.UTF8View) {
    bytes.append(contentsOf: other)
  }

  /// Adds one byte.
  @inlinable public mutating func append(_ byte: UInt8) { bytes.append(byte) }

  /// False comes before true.
  @inlinable public mutating func append(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  /// A rank that brings what is missing last.
  ///
  /// It stays outside `appendDescending`, so that it does so in
  /// both directions.
  @inlinable public mutating func append(isPresent: Bool) { bytes.append(isPresent ? 1 : 2) }

  /// Adds components whose order is turned around.
  ///
  /// Inverted bytes compare the other way; that suffices since no component is a prefix of another.
  @inlinable public mutating func appendDescending(_ components: (inout KeyBytes) -> Void) {
    let start = bytes.count
    components(&self)
    for index in start..<bytes.count { bytes[index] = ~bytes[index] }
  }
}
