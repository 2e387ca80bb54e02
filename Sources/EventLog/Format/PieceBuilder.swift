internal import ByteCoding
internal import StoreErrors

/// Packs a commit's header and events into pieces that fill LMDB's pages, compressed where that saves a page.
struct PieceBuilder {
  /// A piece takes events up to this size: with LMDB's 16-byte page header it fills eight 4,096-byte pages.
  ///
  /// Longer ones compress little better, and take longer where one event of them is read.
  static let pieceBytes = 8 * pageBytes - pageHeaderBytes
  /// What one stored value holds of a piece that is longer, because of one long event: sixteen pages.
  static let partBytes = 16 * pageBytes - pageHeaderBytes
  private static let pageBytes = 4096
  private static let pageHeaderBytes = 16

  /// The first byte of a piece that is whole.
  static let whole: UInt8 = 1
  /// The first byte of a piece in parts; its length follows in 8 bytes.
  static let inParts: UInt8 = 2
  /// The first byte of a compressed piece; its length follows as a varint, and a checksum stands at its end.
  static let compressed: UInt8 = 3

  private let revision: Revision
  private var pieces: [(key: PieceKey, bytes: [UInt8])] = []
  private var content = ByteWriter(reserving: pieceBytes)
  private var firstOrdinal: UInt32 = 0
  private var nextOrdinal: UInt32 = 0
  private let compressor = Zstandard.Compressor()

  init(revision: Revision) { self.revision = revision }

  /// Puts the commit's header in front of the first event.
  mutating func begin(with header: [UInt8], checksum: UInt64) {
    content.append(Self.whole)
    content.appendCounted(header)
    content.appendFixed(checksum)
  }

  mutating func append(_ event: EventDraft, checksum: UInt64) throws(StoreError) {
    if nextOrdinal > firstOrdinal, content.count + EventFrame.size(of: event) > Self.pieceBytes {
      try closePiece()
    }
    EventFrame.append(event, checksum: checksum, to: &content)
    nextOrdinal += 1
  }

  mutating func finish() throws(StoreError) -> [(key: PieceKey, bytes: [UInt8])] {
    try closePiece()
    return pieces
  }

  private mutating func closePiece() throws(StoreError) {
    if content.count <= Self.partBytes {
      let bytes = try compressedContent() ?? content.bytes
      pieces.append((PieceKey(revision, ordinal: firstOrdinal), bytes))
    } else {
      cutIntoParts()
    }
    firstOrdinal = nextOrdinal
    content = ByteWriter(reserving: Self.pieceBytes)
    content.append(Self.whole)
  }

  /// The piece in compressed form; nil where that has as many pages.
  private mutating func compressedContent() throws(StoreError) -> [UInt8]? {
    guard Self.pages(content.count) > 1 else { return nil }
    let events = content.bytes.span.extracting(1..<content.count)
    let block = try compressor.compress(events)
    var writer = ByteWriter(reserving: block.count + 12)
    writer.append(Self.compressed)
    writer.appendVarint(UInt64(events.count))
    writer.append(block)
    let key = PieceKey(revision, ordinal: firstOrdinal)
    writer.appendFixed(Self.checksum(of: writer.bytes.span, under: key))
    return Self.pages(writer.count) < Self.pages(content.count) ? writer.bytes : nil
  }

  /// The checksum at the end of a compressed piece, of all before it: what it expands to is right, or not made.
  static func checksum(of bytes: Span<UInt8>, under key: PieceKey) -> UInt64 {
    Checksum.of(bytes, seed: key.revision.rawValue &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(key.ordinal))
  }

  /// How many pages a value has that shares none with others.
  private static func pages(_ bytes: Int) -> Int {
    (bytes + pageHeaderBytes + pageBytes - 1) / pageBytes
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
