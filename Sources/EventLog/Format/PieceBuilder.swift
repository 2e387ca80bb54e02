/// Packs a commit's header and events into pieces that fill LMDB's pages.
struct PieceBuilder {
  /// A piece takes events up to this size: with LMDB's 16-byte page header it fills one 4,096-byte page.
  static let pieceBytes = 4080
  /// What one stored value holds of a piece that is longer, because of one long event: sixteen pages.
  static let partBytes = 65_520

  /// The first byte of a piece that is whole.
  static let whole: UInt8 = 1
  /// The first byte of a piece in parts; its length follows in 8 bytes.
  static let inParts: UInt8 = 2

  private let revision: Revision
  private var pieces: [(key: PieceKey, bytes: [UInt8])] = []
  private var content = ByteWriter(reserving: pieceBytes)
  private var firstOrdinal: UInt32 = 0
  private var nextOrdinal: UInt32 = 0

  init(revision: Revision) { self.revision = revision }

  /// Puts the commit's header in front of the first event.
  mutating func begin(with header: [UInt8], checksum: UInt64) {
    content.append(Self.whole)
    content.appendCounted(header)
    content.appendFixed(checksum)
  }

  mutating func append(_ event: EventDraft, checksum: UInt64) {
    if nextOrdinal > firstOrdinal, content.count + EventFrame.size(of: event) > Self.pieceBytes {
      closePiece()
    }
    EventFrame.append(event, checksum: checksum, to: &content)
    nextOrdinal += 1
  }

  mutating func finish() -> [(key: PieceKey, bytes: [UInt8])] {
    closePiece()
    return pieces
  }

  private mutating func closePiece() {
    if content.count <= Self.partBytes {
      pieces.append((PieceKey(revision, ordinal: firstOrdinal), content.bytes))
    } else {
      cutIntoParts()
    }
    firstOrdinal = nextOrdinal
    content = ByteWriter(reserving: Self.pieceBytes)
    content.append(Self.whole)
  }

  private mutating func cutIntoParts() {
    var writer = ByteWriter(reserving: content.count + 8)
    writer.append(Self.inParts)
    writer.appendFixed(UInt64(content.count - 1))
    writer.append(content.bytes.span.extracting(1..<content.count))
    for (part, start) in stride(from: 0, to: writer.count, by: Self.partBytes).enumerated() {
      let end = min(start + Self.partBytes, writer.count)
      pieces.append(
        (
          PieceKey(revision, ordinal: firstOrdinal, part: UInt32(part)),
          Array(writer.bytes[start..<end])
        )
      )
    }
  }
}
