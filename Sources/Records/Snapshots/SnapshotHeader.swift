package import ByteCoding
package import EventLog
package import StoreErrors

/// What a snapshot says of itself.
///
/// `FORMAT.md` describes the bytes.
package struct SnapshotHeader: Sendable, Hashable {
  /// The log that it was taken of.
  package var identity: LogIdentity
  /// The commit whose state it holds.
  package var revision: Revision
  /// The log's digest there: another log, or one that went another way, has another.
  package var chain: LogDigest
  /// How many events it spares.
  package var eventCount: UInt64
  /// How many records it holds, deleted ones included.
  package var recordCount: UInt64

  static let magic = Array("annals snapshot\n".utf8)
  /// The version of the file's form and of the fold that filled it.
  static let format: UInt8 = 1
  /// How many bytes stand before the first block.
  static let byteCount = 16 + 1 + 16 + 8 + 16 + 8 + 8 + 8

  package var bytes: [UInt8] {
    var writer = ByteWriter(reserving: Self.byteCount)
    writer.append(Self.magic)
    writer.append(Self.format)
    writer.append(identity.uuid.byteArray)
    writer.appendFixed(revision.rawValue)
    writer.appendFixed(chain.high)
    writer.appendFixed(chain.low)
    writer.appendFixed(eventCount)
    writer.appendFixed(recordCount)
    writer.appendFixed(Checksum.of(writer.bytes.span))
    return writer.bytes
  }

  package init(
    identity: LogIdentity,
    revision: Revision,
    chain: LogDigest,
    eventCount: UInt64,
    recordCount: UInt64
  ) {
    self.identity = identity
    self.revision = revision
    self.chain = chain
    self.eventCount = eventCount
    self.recordCount = recordCount
  }

  package init(_ bytes: [UInt8]) throws(StoreError) {
    var reader = ByteReader(bytes.span)
    guard bytes.count == Self.byteCount, try reader.bytes(count: 16) == Self.magic,
      try reader.byte() == Self.format
    else { throw ByteReader.damaged("this is not a snapshot of this version") }
    identity = try reader.identity()
    revision = Revision(try reader.fixed64())
    chain = LogDigest(high: try reader.fixed64(), low: try reader.fixed64())
    eventCount = try reader.fixed64()
    recordCount = try reader.fixed64()
    let checksum = try reader.fixed64()
    guard Checksum.of(bytes, in: 0..<Self.byteCount - 8) == checksum else {
      throw ByteReader.damaged("the snapshot's header is not what was written")
    }
  }
}

extension ByteReader {
  package mutating func identity() throws(StoreError) -> LogIdentity {
    guard let identity = LogIdentity(bytes: try bytes(count: 16)) else {
      throw Self.damaged("a log's identity is cut short")
    }
    return identity
  }
}
