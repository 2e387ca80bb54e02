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
    self = try reader.recordHeader()
    while !reader.isAtEnd {
      let (field, value) = try reader.fieldValue()
      append(field, value)
    }
  }
}

extension Record {
  /// Reads the stored form of a record right into what a reader gets; nil where it does not live.
  package init?(_ bytes: Span<UInt8>, _ id: ExactString, under definition: TypeDefinition)
    throws(StoreError)
  {
    var reader = ByteReader(bytes)
    let header = try reader.recordHeader()
    guard header.isAlive else { return nil }
    var values = [Value?](repeating: nil, count: definition.fields.count)
    while !reader.isAtEnd {
      let (field, value) = try reader.fieldValue()
      guard let index = definition.index(ofNumber: field) else { continue }
      values[index] = value.widened(to: definition.fields[index].kind)
    }
    self.init(
      definition: definition,
      id: id,
      version: header.version,
      life: header.life,
      revision: header.position.revision,
      created: header.created,
      updated: header.updated,
      values: values
    )
  }
}

extension ByteReader {
  /// What stands before the fields.
  fileprivate mutating func recordHeader() throws(StoreError) -> RecordState {
    let isAlive = try byte() == 1
    let version = try varint()
    let life = try varint()
    let revision = Revision(try varint())
    let position = EventPosition(revision, UInt32(clamping: try varint()))
    return RecordState(
      isAlive: isAlive,
      version: version,
      life: life,
      position: position,
      created: try instant(),
      updated: try instant(),
      values: []
    )
  }

  fileprivate mutating func fieldValue() throws(StoreError) -> (field: UInt32, value: Value) {
    let field = UInt32(clamping: try varint())
    guard let value = try value() else { throw Self.damaged("a stored value is missing") }
    return (field, value)
  }
}
