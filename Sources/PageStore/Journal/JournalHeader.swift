internal import ByteCoding
internal import StoreErrors

/// The first block of a journal: which boot of the machine wrote it, and the state of `data.mdb` that its frames follow
/// upon.
///
/// `FORMAT.md` describes every byte.
struct JournalHeader: Equatable {
  /// The header and each frame begin at a multiple of it, so that what was acknowledged is never written again.
  static let blockBytes = 4096
  /// The header itself has no more: one sector, which a disk writes wholly or not at all.
  private static let mostBytes = 512
  private static let magic = Array("ANNALSJ1".utf8)

  /// One more with each header; frames name theirs.
  var generation: UInt64
  /// What the boot of the machine was called.
  var boot: String
  /// The last transaction before the frames, all of it on the disk; 0 where there is nothing to do again.
  var base: UInt64
  /// LMDB's meta page of that transaction, as far as LMDB uses it.
  var meta: [UInt8]

  /// Whether frames may follow.
  var isActive: Bool { base > 0 }

  /// One without frames, which takes the place of this one.
  var putAway: JournalHeader {
    JournalHeader(generation: generation + 1, boot: boot, base: 0, meta: [])
  }

  /// The stored form.
  var bytes: [UInt8] {
    var writer = ByteWriter(reserving: Self.mostBytes)
    writer.append(Self.magic)
    writer.appendFixed(generation)
    writer.appendFixed(base)
    writer.appendText(boot)
    writer.appendCounted(meta)
    writer.appendFixed(Checksum.of(writer.bytes.span))
    writer.append([UInt8](repeating: 0, count: max(0, Self.mostBytes - writer.count)))
    return writer.bytes
  }

  /// Makes a header.
  init(generation: UInt64, boot: String, base: UInt64, meta: [UInt8]) {
    self.generation = generation
    self.boot = boot
    self.base = base
    self.meta = meta
  }

  /// Reads the stored form; nil for anything else.
  init?(_ bytes: [UInt8]) {
    var reader = ByteReader(bytes.span)
    do {
      guard try reader.bytes(count: Self.magic.count) == Self.magic else { return nil }
      generation = try reader.fixed64()
      base = try reader.fixed64()
      boot = try reader.text()
      meta = try reader.counted()
      let end = reader.offset
      guard try reader.fixed64() == Checksum.of(bytes, in: 0..<end),
        base == 0 || meta.count == MetaPage.byteCount
      else { return nil }
    } catch {
      return nil
    }
  }

  /// Reads the header of a journal; nil where nobody finished one.
  init?(of file: OpenFile) throws(CallFailure) {
    self.init(try file.read(at: 0, Self.mostBytes))
  }
}
