internal import EventLog
package import PageStore

extension RecordState {
  /// The stored form, in the views and in snapshots: alive (1), version, life, revision and ordinal of the last
  /// event (varints), created and updated times, then each field's number (varint) and value.
  package var bytes: [UInt8] {
    var writer = ByteWriter(reserving: 32 + 16 * values.count)
    writer.append(isAlive ? 1 : 0)
    writer.appendVarint(version)
    writer.appendVarint(life)
    writer.appendVarint(position.revision.rawValue)
    writer.appendVarint(UInt64(position.ordinal))
    writer.appendInstant(created)
    writer.appendInstant(updated)
    for value in values {
      writer.appendVarint(UInt64(value.field))
      writer.appendValue(value.value)
    }
    return writer.bytes
  }

  /// Reads the stored form.
  package init(_ bytes: Span<UInt8>) throws(StoreError) {
    var reader = ByteReader(bytes)
    let isAlive = try reader.byte() == 1
    let version = try reader.varint()
    let life = try reader.varint()
    let revision = Revision(try reader.varint())
    let position = EventPosition(revision, UInt32(clamping: try reader.varint()))
    let created = try reader.instant()
    let updated = try reader.instant()
    var values: [FieldValue] = []
    while !reader.isAtEnd {
      let field = UInt32(clamping: try reader.varint())
      guard let value = try reader.value() else {
        throw ByteReader.damaged("a stored value is missing")
      }
      values.append(FieldValue(field: field, value: value))
    }
    self.init(
      isAlive: isAlive,
      version: version,
      life: life,
      position: position,
      created: created,
      updated: updated,
      values: values
    )
  }
}
