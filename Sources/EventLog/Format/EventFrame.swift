internal import ByteCoding

/// How one event stands in a piece: the length of what follows before the checksum (varint), the kind (1), the
/// event's bytes, and their XXH3 checksum (8).
enum EventFrame {
  static func size(of event: EventDraft) -> Int {
    // The longest varint of a length within `LogLimits.eventBytes` has 4 bytes.
    4 + 1 + event.bytes.count + 8
  }

  /// The checksum of an event.
  ///
  /// Position and kind go into its seed, so that an event which was moved elsewhere
  /// or changed its kind counts as damaged.
  static func checksum(of bytes: Span<UInt8>, kind: UInt8, at position: EventPosition) -> UInt64 {
    let seed = position.revision.rawValue &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(position.ordinal)
    return Checksum.of(bytes, seed: seed ^ UInt64(kind) << 56)
  }

  static func append(_ event: EventDraft, checksum: UInt64, to piece: inout ByteWriter) {
    piece.appendVarint(UInt64(1 + event.bytes.count))
    piece.append(event.kind.rawValue)
    piece.append(event.bytes)
    piece.appendFixed(checksum)
  }
}
