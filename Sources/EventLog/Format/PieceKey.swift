internal import ByteCoding

/// Names one stored piece of a commit: its revision, the first event in it and, where that event is too long
/// for one piece, which part of it follows.
///
/// As bytes: revision (8, big-endian), ordinal (4, big-endian) and, only for a part after the first, its
/// number (4, big-endian). Pieces sort in the order of the log.
struct PieceKey: Equatable {
  var revision: Revision
  var ordinal: UInt32
  var part: UInt32

  init(_ revision: Revision, ordinal: UInt32 = 0, part: UInt32 = 0) {
    self.revision = revision
    self.ordinal = ordinal
    self.part = part
  }

  init(_ bytes: Span<UInt8>) throws {
    var reader = ByteReader(bytes)
    revision = Revision(try reader.fixed64())
    ordinal = try reader.fixed32()
    part = reader.isAtEnd ? 0 : try reader.fixed32()
    guard reader.isAtEnd, part > 0 || bytes.count == 12 else {
      throw ByteReader.damaged("a commit's key is too long")
    }
  }

  var bytes: [UInt8] {
    var writer = ByteWriter(reserving: 16)
    writer.appendFixed(revision.rawValue)
    writer.appendFixed(ordinal)
    if part > 0 { writer.appendFixed(part) }
    return writer.bytes
  }
}
