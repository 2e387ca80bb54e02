internal import ByteCoding
internal import StoreErrors

/// What stands in a whole piece: the commit's header, if the piece is the first, then events.
enum PieceContent {
  /// Reads and checks the header, and leaves `reader` at the first event.
  static func header(
    of revision: Revision,
    _ content: Span<UInt8>,
    _ reader: inout ByteReader
  ) throws(StoreError) -> CommitHeader {
    let length = try reader.count()
    let start = reader.offset
    try reader.skip(length)
    let bytes = content.extracting(start..<start + length)
    guard Checksum.of(bytes, seed: revision.rawValue) == (try reader.fixed64()) else {
      throw notAsWritten("the header of \(revision)")
    }
    return try CommitHeader(bytes, revision: revision)
  }

  /// Finds, checks and copies one event of a piece, or gives nil where the piece ends before it.
  static func copyOfEvent(
    at position: EventPosition,
    in key: PieceKey,
    _ content: Span<UInt8>
  ) throws(StoreError) -> [UInt8]? {
    var reader = ByteReader(content)
    // The header, if there is one, and each event stand with their length before and a checksum after.
    if key.ordinal == 0 { try reader.skip(reader.count() + 8) }
    var ordinal = key.ordinal
    while ordinal < position.ordinal, !reader.isAtEnd {
      try reader.skip(reader.count() + 8)
      ordinal += 1
    }
    if reader.isAtEnd { return nil }
    return Array(content.extracting(try event(at: position, content, &reader)))
  }

  /// Reads the next event and checks it.
  ///
  /// - Returns: where its bytes stand in the piece.
  static func event(
    at position: EventPosition,
    _ content: Span<UInt8>,
    _ reader: inout ByteReader
  ) throws(StoreError) -> Range<Int> {
    let length = try reader.count()
    guard length >= 1 else { throw ByteReader.damaged("an event of \(position.revision) is empty") }
    let start = reader.offset
    try reader.skip(length)
    let checksum = try reader.fixed64()
    let range = start + 1..<start + length
    let found = EventFrame.checksum(
      of: content.extracting(range),
      kind: content[start],
      at: position
    )
    guard found == checksum else {
      throw notAsWritten("event \(position.ordinal) of \(position.revision)")
    }
    return range
  }

  private static func notAsWritten(_ what: String) -> StoreError {
    StoreError(
      .damaged,
      "\(what) is not what was written",
      hints: ["restore a backup, or export what comes before it"]
    )
  }
}
