internal import ByteCoding
internal import EventLog
internal import PageStore
internal import StoreErrors

/// The file of a projection's state: of which log, after which commit, by which fold.
///
/// `FORMAT.md` describes the bytes.
struct SavedProjection {
  /// The log that was folded.
  let identity: LogIdentity
  /// The projection's name and version.
  let label: String
  /// The last commit that was folded.
  let revision: Revision
  /// The log's digest there.
  let chain: LogDigest
  /// What the projection is encoded as.
  let state: [UInt8]

  private static let magic = Array("annals projected".utf8)
  private static let format: UInt8 = 1
  /// More than this is taken for damage rather than allocated.
  private static let mostBytes = 1 << 32

  /// The whole file.
  func bytes() throws -> [UInt8] {
    let compressed = try Zstandard.Compressor().compress(state.span)
    var writer = ByteWriter(reserving: compressed.count + 128)
    writer.append(Self.magic)
    writer.append(Self.format)
    writer.append(identity.uuid.byteArray)
    writer.appendText(label)
    writer.appendFixed(revision.rawValue)
    writer.appendFixed(chain.high)
    writer.appendFixed(chain.low)
    writer.appendFixed(UInt64(state.count))
    writer.appendCounted(compressed)
    writer.appendFixed(Checksum.of(writer.bytes.span))
    return writer.bytes
  }

  init(
    identity: LogIdentity,
    label: String,
    revision: Revision,
    chain: LogDigest,
    state: [UInt8]
  ) {
    self.identity = identity
    self.label = label
    self.revision = revision
    self.chain = chain
    self.state = state
  }

  /// Reads a whole file.
  ///
  /// - Throws: `StoreError` (`damaged`) where it is not what was written.
  init(_ bytes: [UInt8]) throws(StoreError) {
    var reader = ByteReader(bytes.span)
    guard try reader.bytes(count: Self.magic.count) == Self.magic,
      try reader.byte() == Self.format
    else { throw ByteReader.damaged("this is no projection of this version") }
    identity = try reader.identity()
    label = try reader.text()
    revision = Revision(try reader.fixed64())
    chain = LogDigest(high: try reader.fixed64(), low: try reader.fixed64())
    let length = try reader.fixed64()
    let compressed = try reader.counted()
    let checked = 0..<reader.offset
    guard Checksum.of(bytes, in: checked) == (try reader.fixed64()), reader.isAtEnd,
      length <= Self.mostBytes,
      let state = Zstandard.expand(compressed, count: Int(length))
    else { throw ByteReader.damaged("the projection is not what was written") }
    self.state = state
  }
}
