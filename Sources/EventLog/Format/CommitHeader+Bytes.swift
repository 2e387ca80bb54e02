internal import ByteCoding
package import StoreErrors

extension CommitHeader {
  private struct Flags: OptionSet {
    let rawValue: UInt8
    static let hasReason = Flags(rawValue: 1)
    static let hasKey = Flags(rawValue: 2)
    static let hasBookmark = Flags(rawValue: 4)
    static let isImported = Flags(rawValue: 8)
    static let hasOwnClock = Flags(rawValue: 16)
    static let all = Flags(rawValue: 31)
  }

  /// The version of the header's form.
  private static let format: UInt8 = 1

  /// The stored form.
  ///
  /// - Parameter withChain: whether the digest, which is made over all the rest, stands at its end.
  func encoded(withChain: Bool) -> [UInt8] {
    var flags: Flags = []
    if reason != nil { flags.insert(.hasReason) }
    if key != nil { flags.insert(.hasKey) }
    if bookmark != nil { flags.insert(.hasBookmark) }
    if isImported { flags.insert(.isImported) }
    if clock != time { flags.insert(.hasOwnClock) }

    var writer = ByteWriter(reserving: 64)
    writer.append(Self.format)
    writer.append(flags.rawValue)
    writer.appendVarint(UInt64(eventCount))
    writer.appendVarint(eventsBefore)
    writer.appendInstant(time)
    if clock != time { writer.appendInstant(clock) }
    writer.appendText(actor)
    if let reason { writer.appendText(reason) }
    if let key {
      writer.appendText(key.name)
      writer.appendFixed(key.content)
    }
    if let bookmark {
      writer.appendFixed(bookmark.source)
      writer.appendVarint(bookmark.place)
    }
    if withChain {
      writer.appendFixed(chain.high)
      writer.appendFixed(chain.low)
    }
    return writer.bytes
  }

  /// Reads the stored form with its digest.
  init(_ bytes: Span<UInt8>, revision: Revision) throws(StoreError) {
    var reader = ByteReader(bytes)
    let format = try reader.byte()
    let flags = Flags(rawValue: try reader.byte())
    guard format == Self.format, flags.isSubset(of: .all) else {
      throw StoreError(
        .futureFormat,
        "commit \(revision) has the form \(format), which a newer version wrote",
        hints: ["use the newest annals"]
      )
    }
    self.revision = revision
    eventCount = UInt32(truncatingIfNeeded: try reader.varint())
    eventsBefore = try reader.varint()
    time = try reader.instant()
    clock = flags.contains(.hasOwnClock) ? try reader.instant() : time
    isImported = flags.contains(.isImported)
    actor = try reader.text()
    reason = flags.contains(.hasReason) ? try reader.text() : nil
    key =
      flags.contains(.hasKey)
      ? IdempotencyKey(name: try reader.text(), content: try reader.fixed64()) : nil
    bookmark =
      flags.contains(.hasBookmark)
      ? Bookmark(source: try reader.fixed64(), place: try reader.varint()) : nil
    chain = LogDigest(high: try reader.fixed64(), low: try reader.fixed64())
    guard reader.isAtEnd else { throw ByteReader.damaged("the header of \(revision) is too long") }
  }
}

extension ByteWriter {
  /// Seconds as a signed varint, then nanoseconds as a varint.
  package mutating func appendInstant(_ instant: Instant) {
    appendSigned(instant.seconds)
    appendVarint(UInt64(instant.nanoseconds))
  }
}

extension ByteReader {
  package mutating func instant() throws(StoreError) -> Instant {
    let seconds = try signed()
    let nanoseconds = UInt32(clamping: try varint())
    guard let instant = Instant(seconds: seconds, nanoseconds: nanoseconds) else {
      throw Self.damaged("a time is out of range")
    }
    return instant
  }
}
