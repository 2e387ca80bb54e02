internal import ByteCoding
internal import EventLog
internal import StoreErrors

/// Reads a snapshot and checks every byte of it.
struct SnapshotReader {
  let path: String
  let header: SnapshotHeader

  /// Opens a snapshot and reads its header.
  init(_ path: String) throws {
    self.path = path
    let file = try InputFile(path)
    header = try SnapshotHeader(try file.read(SnapshotHeader.byteCount))
  }

  /// Hands out the records in the order of their keys.
  ///
  /// - Throws: `damaged` where the file is not what was written, perhaps after some records.
  func forEach(_ body: (RecordKey, RecordState) throws -> Void) throws {
    let file = try InputFile(path)
    _ = try file.read(SnapshotHeader.byteCount)
    var count: UInt64 = 0
    while let block = try nextBlock(of: file) {
      var reader = ByteReader(block.span)
      while !reader.isAtEnd {
        let type = UInt32(clamping: try reader.varint())
        let id = ExactString(try reader.text())
        let length = try reader.count()
        let start = reader.offset
        try reader.skip(length)
        let state = try RecordState(block.span.extracting(start..<start + length))
        count += 1
        try body(RecordKey(type, id), state)
      }
    }
    guard count == header.recordCount else {
      throw ByteReader.damaged("the snapshot has \(count) records, not \(header.recordCount)")
    }
  }

  private func nextBlock(of file: borrowing InputFile) throws -> [UInt8]? {
    let head = try file.read(16)
    if head.isEmpty { return nil }
    var reader = ByteReader(head.span)
    let length = Int(try reader.fixed32())
    let compressedLength = Int(try reader.fixed32())
    let checksum = try reader.fixed64()
    guard length <= 1 << 30, compressedLength <= 1 << 30 else {
      throw ByteReader.damaged("a block of the snapshot is too long")
    }
    let compressed = try file.read(compressedLength)
    guard compressed.count == compressedLength, Checksum.of(compressed.span) == checksum,
      let block = Zstandard.expand(compressed, count: length)
    else { throw ByteReader.damaged("a block of the snapshot is not what was written") }
    return block
  }
}
