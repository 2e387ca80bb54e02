package import ByteCoding
internal import EventLog
package import StoreErrors

/// What happened to one record, as it stands in the log: it names the definition that it was written under, and
/// holds the old and the new value of each changed field.
package struct StoredEvent: Sendable {
  /// What was done; the number is stored.
  package enum Op: UInt8, Sendable { case create = 1, update = 2, delete = 3, define = 4 }

  /// One field's old and new value; nil where it was or became missing.
  package struct Change: Sendable {
    package var field: UInt32
    package var old: Value?
    package var new: Value?

    package init(field: UInt32, old: Value?, new: Value?) {
      self.field = field
      self.old = old
      self.new = new
    }
  }

  package var op: Op
  package var type: UInt32
  package var definitionVersion: UInt32
  package var id: ExactString
  package var version: UInt64
  package var life: UInt64
  package var changes: [Change]

  package init(
    op: Op,
    type: UInt32,
    definitionVersion: UInt32,
    id: ExactString,
    version: UInt64,
    life: UInt64,
    changes: [Change]
  ) {
    self.op = op
    self.type = type
    self.definitionVersion = definitionVersion
    self.id = id
    self.version = version
    self.life = life
    self.changes = changes
  }
}

extension StoredEvent {
  /// The version of the form, in the high half of the first byte; the op is in the low half.
  private static let format: UInt8 = 1 << 4

  /// The first byte of an event of this form.
  package static func firstByte(_ op: Op) -> UInt8 { format | op.rawValue }

  /// The first byte of a type definition of the second form, which can hold a policy.
  ///
  /// Definitions without one keep the first form, which earlier versions read.
  static let definitionWithPolicy: UInt8 = 2 << 4 | Op.define.rawValue

  /// Reads the first byte.
  package static func op(_ reader: inout ByteReader) throws(StoreError) -> Op {
    let first = try reader.byte()
    if first == definitionWithPolicy { return .define }
    guard first & 0xF0 == format, let op = Op(rawValue: first & 0x0F) else {
      throw StoreError(
        .futureFormat,
        "an event has the unknown form \(first), which a newer version wrote",
        hints: ["use the newest annals"]
      )
    }
    return op
  }

  /// The stored form.
  package var bytes: [UInt8] {
    var writer = ByteWriter(reserving: 32 + id.text.utf8.count + 24 * changes.count)
    writer.appendEventHead(
      op,
      type: type,
      definitionVersion: definitionVersion,
      id: id,
      version: version,
      life: life,
      changeCount: changes.count
    )
    for change in changes {
      writer.appendVarint(UInt64(change.field))
      if op != .create { writer.appendValue(change.old) }
      if op != .delete { writer.appendValue(change.new) }
    }
    return writer.bytes
  }

  /// Reads the stored form of a record's event; nil for an event that defines a type.
  package init?(_ bytes: Span<UInt8>) throws(StoreError) {
    guard let head = try Head(bytes) else { return nil }
    op = head.op
    type = head.type
    definitionVersion = head.definitionVersion
    id = try head.id(in: bytes)
    version = head.version
    life = head.life
    changes = []
    changes.reserveCapacity(head.changeCount)
    var reader = ByteReader(bytes, at: head.changesOffset)
    for _ in 0..<head.changeCount {
      let field = UInt32(clamping: try reader.varint())
      let old = op == .create ? nil : try reader.value()
      let new = op == .delete ? nil : try reader.value()
      changes.append(Change(field: field, old: old, new: new))
    }
    guard reader.isAtEnd else { throw ByteReader.damaged("an event is too long") }
  }
}

extension StoredEvent {
  /// What stands before an event's changes: what was done to which record.
  package struct Head: Sendable {
    package let op: Op
    package let type: UInt32
    package let definitionVersion: UInt32
    package let version: UInt64
    package let life: UInt64
    package let changeCount: Int
    /// Where the changes begin.
    package let changesOffset: Int
    /// Where the id's bytes lie.
    package let idBytes: Range<Int>

    /// Reads the beginning of a record's event; nil for an event that defines a type.
    package init?(_ bytes: Span<UInt8>) throws(StoreError) {
      var reader = ByteReader(bytes)
      op = try StoredEvent.op(&reader)
      if op == .define { return nil }
      type = UInt32(clamping: try reader.varint())
      definitionVersion = UInt32(clamping: try reader.varint())
      let length = try reader.count()
      idBytes = reader.offset..<reader.offset + length
      try reader.skip(length)
      version = try reader.varint()
      life = try reader.varint()
      changeCount = try reader.count()
      changesOffset = reader.offset
    }

    /// The record's id.
    package func id(in bytes: Span<UInt8>) throws(StoreError) -> ExactString {
      ExactString(try ByteReader.text(bytes.extracting(idBytes)))
    }

    /// Which record it is.
    package func key(in bytes: Span<UInt8>) throws(StoreError) -> RecordKey {
      RecordKey(type, try id(in: bytes))
    }

    /// Whether a change is of one of these fields.
    func touches(_ fields: [UInt32], in bytes: Span<UInt8>) throws(StoreError) -> Bool {
      var reader = ByteReader(bytes, at: changesOffset)
      for _ in 0..<changeCount {
        let number = try reader.varint()
        if fields.contains(where: { UInt64($0) == number }) { return true }
        if op != .create { _ = try reader.skipValue() }
        if op != .delete { _ = try reader.skipValue() }
      }
      return false
    }
  }
}

extension ByteWriter {
  /// Writes what stands before an event's changes.
  mutating func appendEventHead(
    _ op: StoredEvent.Op,
    type: UInt32,
    definitionVersion: UInt32,
    id: ExactString,
    version: UInt64,
    life: UInt64,
    changeCount: Int
  ) {
    append(StoredEvent.firstByte(op))
    appendVarint(UInt64(type))
    appendVarint(UInt64(definitionVersion))
    appendText(id.text)
    appendVarint(version)
    appendVarint(life)
    appendVarint(UInt64(changeCount))
  }
}
