internal import ByteCoding
internal import StoreErrors

/// One write in a journal: u32 magic, u32 count of the record's bytes, u64 the header's generation, u64 the transaction,
/// u64 checksum (seed: generation · odd constant + transaction), the record; zeros up to the next block.
enum JournalFrame {
  private static let magic: UInt32 = 0x4652_4D31
  private static let headBytes = 32

  /// How many bytes a frame with such a record takes.
  static func byteCount(of record: [UInt8]) -> Int {
    let block = JournalHeader.blockBytes
    return (headBytes + record.count + block - 1) / block * block
  }

  /// The stored form.
  static func bytes(of record: [UInt8], _ generation: UInt64, _ transaction: UInt64) -> [UInt8] {
    let count = byteCount(of: record)
    var writer = ByteWriter(reserving: count)
    writer.appendFixed(magic)
    writer.appendFixed(UInt32(record.count))
    writer.appendFixed(generation)
    writer.appendFixed(transaction)
    writer.appendFixed(Checksum.of(record.span, seed: seed(generation, transaction)))
    writer.append(record)
    writer.append([UInt8](repeating: 0, count: count - writer.count))
    return writer.bytes
  }

  /// Reads the record of a transaction at a place; nil where there is none, or none that was finished.
  static func record(
    in file: OpenFile,
    at offset: Int,
    _ generation: UInt64,
    _ transaction: UInt64
  ) throws(CallFailure) -> [UInt8]? {
    let head = try file.read(at: offset, headBytes)
    var reader = ByteReader(head.span)
    let count: Int
    let checksum: UInt64
    do {
      guard try reader.fixed32() == magic else { return nil }
      count = Int(try reader.fixed32())
      guard count <= RedoRecord.mostBytes, try reader.fixed64() == generation,
        try reader.fixed64() == transaction
      else { return nil }
      checksum = try reader.fixed64()
    } catch {
      return nil
    }
    let record = try file.read(at: offset + headBytes, count)
    guard record.count == count,
      Checksum.of(record.span, seed: seed(generation, transaction)) == checksum
    else { return nil }
    return record
  }

  private static func seed(_ generation: UInt64, _ transaction: UInt64) -> UInt64 {
    generation &* 0x9E37_79B9_7F4A_7C15 &+ transaction
  }
}
