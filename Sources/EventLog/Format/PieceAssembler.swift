internal import ByteCoding
internal import StoreErrors

/// Puts the parts of long pieces together again.
struct PieceAssembler {
  private var key: PieceKey?
  private var bytes: [UInt8] = []
  private var length = 0
  private var expander: Zstandard.Expander?

  /// Whether parts are still to come.
  var isWaiting: Bool { key != nil }

  /// Takes the next stored value, and hands out the piece that it completes, if it does.
  ///
  /// - Returns: what `body` returned, or nil while parts are still to come.
  mutating func take<R>(
    _ stored: PieceKey,
    _ value: Span<UInt8>,
    _ body: (PieceKey, Span<UInt8>) throws -> R
  ) throws -> R? {
    if stored.part > 0 { return try takePart(stored, value, body) }
    guard key == nil else {
      throw ByteReader.damaged("a part is missing before \(stored.revision)")
    }
    var reader = ByteReader(value)
    switch try reader.byte() {
    case PieceBuilder.whole:
      return try body(stored, value.extracting(1..<value.count))
    case PieceBuilder.inParts:
      let total = try reader.fixed64()
      guard total <= UInt64(LogLimits.eventBytes + 4 * LogLimits.textBytes) else {
        throw ByteReader.damaged("a piece of \(stored.revision) is too long")
      }
      key = stored
      length = Int(total)
      bytes.removeAll()
      bytes.reserveCapacity(length)
      bytes.append(contentsOf: value.extracting(9..<value.count))
      return nil
    case PieceBuilder.compressed:
      let content = try expand(value, stored)
      return try body(stored, content.span)
    case let format:
      throw StoreError(
        .futureFormat,
        "\(stored.revision) is stored in the form \(format), which a newer version wrote",
        hints: ["use the newest annals"]
      )
    }
  }

  private mutating func expand(_ value: Span<UInt8>, _ key: PieceKey) throws -> [UInt8] {
    let end = max(value.count - 8, 1)
    var checksum = ByteReader(value, at: end)
    guard try checksum.fixed64() == PieceBuilder.checksum(of: value.extracting(0..<end), under: key)
    else { throw ByteReader.damaged("a piece of \(key.revision) is not what was written") }
    let expander = expander ?? Zstandard.Expander()
    self.expander = expander
    var reader = ByteReader(value.extracting(1..<end))
    let count = try reader.varint()
    guard count < UInt64(PieceBuilder.partBytes),
      let content = expander.expand(reader.rest, count: Int(count))
    else { throw ByteReader.damaged("a piece of \(key.revision) does not expand") }
    return content
  }

  private mutating func takePart<R>(
    _ stored: PieceKey,
    _ value: Span<UInt8>,
    _ body: (PieceKey, Span<UInt8>) throws -> R
  ) throws -> R? {
    guard let begun = key, begun.revision == stored.revision, begun.ordinal == stored.ordinal,
      stored.part == begun.part + 1
    else { throw ByteReader.damaged("a part of \(stored.revision) is out of place") }
    bytes.append(contentsOf: value)
    guard bytes.count >= length else {
      key = stored
      return nil
    }
    guard bytes.count == length else {
      throw ByteReader.damaged("a piece of \(stored.revision) is too long")
    }
    key = nil
    return try body(PieceKey(stored.revision, ordinal: stored.ordinal), bytes.span)
  }
}
