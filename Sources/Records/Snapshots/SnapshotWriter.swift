internal import ByteCoding
internal import EventLog
internal import StoreErrors
#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Writes a snapshot: a header, then compressed blocks of records, each with its checksum.
///
/// The file has a temporary name until it is whole and on the disk.
struct SnapshotWriter: ~Copyable {
  private static let blockBytes = 1 << 20

  private let path: String
  private var file: DurableFile
  private let compressor = Zstandard.Compressor()
  private var block = ByteWriter(reserving: blockBytes + 4096)
  private(set) var recordCount: UInt64 = 0

  init(to path: String) throws {
    let file = try DurableFile(path + ".part-\(UUID().uuidString.prefix(8))")
    try file.write([UInt8](repeating: 0, count: SnapshotHeader.byteCount))
    self.path = path
    self.file = file
  }

  /// Adds a record; they must come in the order of their keys.
  mutating func add(_ key: RecordKey, _ state: Span<UInt8>) throws {
    block.appendVarint(UInt64(key.type))
    block.appendText(key.id.text)
    block.appendVarint(UInt64(state.count))
    block.append(state)
    recordCount += 1
    if block.count >= Self.blockBytes { try writeBlock() }
  }

  /// Writes the header and gives the file its name.
  mutating func finish(_ header: SnapshotHeader) throws {
    try writeBlock()
    try file.write(header.bytes, at: 0)
    try file.finish(as: path)
  }

  /// A block: its length (4), its compressed length (4), the checksum of its compressed bytes (8), these bytes.
  private mutating func writeBlock() throws {
    guard block.count > 0 else { return }
    let compressed = try compressor.compress(block.bytes.span)
    var head = ByteWriter(reserving: 16)
    head.appendFixed(UInt32(block.count))
    head.appendFixed(UInt32(compressed.count))
    head.appendFixed(Checksum.of(compressed.span))
    try file.write(head.bytes)
    try file.write(compressed)
    block = ByteWriter(reserving: Self.blockBytes + 4096)
  }
}
