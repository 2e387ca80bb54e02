internal import ByteCoding
internal import EventLog
package import StoreErrors

extension RecordState {
  /// The stored form, in the views and in snapshots: alive (1), version, life, revision and ordinal of the last
  /// event (varints), created and updated times, then the fields.
  package var bytes: [UInt8] {
    var writer = ByteWriter(reserving: Self.headBytes + fields.count)
    append(to: &writer)
    return writer.bytes
  }

  /// What stands before the fields has as many bytes at most.
  static let headBytes = 1 + 3 * 10 + 5 + 2 * 15

  /// Writes the stored form.
  func append(to writer: inout ByteWriter) {
    writer.append(isAlive ? 1 : 0)
    writer.appendVarint(version)
    writer.appendVarint(life)
    writer.appendVarint(position.revision.rawValue)
    writer.appendVarint(UInt64(position.ordinal))
    writer.appendInstant(created)
    writer.appendInstant(updated)
    writer.append(fields)
  }

  /// Reads the stored form.
  ///
  /// The fields are copied; they are checked when they are looked at.
  package init(_ bytes: Span<UInt8>) throws(StoreError) {
    var reader = ByteReader(bytes)
    self = try reader.stateHead()
    fields = try reader.bytes(count: reader.remaining)
  }
}

extension StoredRecord {
  /// Reads the stored form of a state right into what a reader gets; nil where it does not live.
  package init?(_ bytes: Span<UInt8>, _ id: ExactString, under definition: TypeDefinition)
    throws(StoreError)
  {
    var reader = ByteReader(bytes)
    let head = try reader.stateHead()
    guard head.isAlive else { return nil }
    self.init(
      definition: definition,
      id: id,
      version: head.version,
      life: head.life,
      revision: head.position.revision,
      created: head.created,
      updated: head.updated,
      values: try FieldCursor.values(
        in: reader.bytes(reader.offset..<bytes.count),
        under: definition
      )
    )
  }
}

extension ByteReader {
  /// What stands before the fields.
  fileprivate mutating func stateHead() throws(StoreError) -> RecordState {
    var state = RecordState()
    state.isAlive = try byte() == 1
    state.version = try varint()
    state.life = try varint()
    let revision = Revision(try varint())
    state.position = EventPosition(revision, UInt32(clamping: try varint()))
    state.created = try instant()
    state.updated = try instant()
    return state
  }
}
