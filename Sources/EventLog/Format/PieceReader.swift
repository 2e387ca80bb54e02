internal import ByteCoding
internal import StoreErrors

/// Reads pieces in the order of the log, checks every checksum and count, and hands out the events.
struct PieceReader {
  /// Called with each event; returns false to stop.
  typealias Visit = (CommitHeader, EventPosition, Span<UInt8>) throws -> Bool

  private var assembler = PieceAssembler()
  private var header: CommitHeader?
  /// The commit that must begin next.
  private(set) var nextRevision: Revision
  private var nextOrdinal: UInt32 = 0

  /// Makes a reader of the pieces from a commit on.
  init(from first: Revision) { nextRevision = first }

  /// Checks that the commits up to `last` were all there, once it is known that later ones are.
  func checkIsPast(_ last: Revision) throws(StoreError) {
    guard nextRevision > last else { throw ByteReader.damaged("commit \(nextRevision) is missing") }
  }

  /// Checks that the last commit came to its end.
  func finish() throws(StoreError) {
    guard !assembler.isWaiting, nextOrdinal == header?.eventCount ?? 0 else {
      throw ByteReader.damaged("events before \(nextRevision) are missing")
    }
  }

  /// Takes the next stored value; false where `visit` wants no more.
  mutating func take(_ key: PieceKey, _ value: Span<UInt8>, _ visit: Visit) throws -> Bool {
    // Swapped out, so that the closure may change the rest and nothing is copied.
    var assembler = PieceAssembler()
    swap(&assembler, &self.assembler)
    defer { swap(&assembler, &self.assembler) }
    return try assembler.take(key, value) { try read($0, $1, visit) } ?? true
  }

  private mutating func read(_ key: PieceKey, _ content: Span<UInt8>, _ visit: Visit) throws -> Bool
  {
    var reader = ByteReader(content)
    if key.ordinal == 0 {
      try finish()
      guard key.revision == nextRevision else {
        throw ByteReader.damaged("commit \(nextRevision) is missing before \(key.revision)")
      }
      header = try PieceContent.header(of: key.revision, content, &reader)
      nextRevision = key.revision.next
      nextOrdinal = 0
    }
    guard let header, header.revision == key.revision, key.ordinal == nextOrdinal else {
      throw ByteReader.damaged("events of \(key.revision) are missing before number \(key.ordinal)")
    }
    while !reader.isAtEnd {
      let position = EventPosition(header.revision, nextOrdinal)
      let range = try PieceContent.event(at: position, content, &reader)
      nextOrdinal += 1
      guard nextOrdinal <= header.eventCount else {
        throw ByteReader.damaged("\(header.revision) has more events than it says")
      }
      if try !visit(header, position, content.extracting(range)) { return false }
    }
    return true
  }
}
