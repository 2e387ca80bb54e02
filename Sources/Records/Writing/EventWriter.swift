internal import ByteCoding
internal import OrderedBytes
internal import StoreErrors

/// Writes a record's event from the values that it gets, each held against the one that the record has.
///
/// Values are compared as they are stored, where what is alike has the same bytes; so none that a record has is taken
/// apart. It keeps its memory from event to event.
struct EventWriter {
  private var op = StoredEvent.Op.create
  private var changes = ByteWriter()
  private var changeCount = 0

  /// Whether no field has changed so far.
  var isEmpty: Bool { changeCount == 0 }

  /// Begins an event.
  mutating func begin(_ op: StoredEvent.Op) {
    self.op = op
    changes.bytes.removeAll(keepingCapacity: true)
    changeCount = 0
  }

  /// Adds what becomes of a field, if that is another value than it has.
  ///
  /// - Parameters:
  ///   - field: the field; each event's fields come by rising number.
  ///   - known: a cursor over the values that the record has, on this field or past it.
  ///   - new: nil to make it missing.
  /// - Returns: whether it is another value.
  mutating func add(
    _ field: TypeDefinition.Place,
    _ known: borrowing FieldCursor,
    to new: Value?
  ) throws(StoreError) -> Bool {
    let isKnown = known.number == UInt64(field.number)
    let start = changes.count
    changes.appendVarint(UInt64(field.number))
    let isChange: Bool
    switch op {
    case .create:
      changes.appendValue(new)
      isChange = new != nil
    case .update, .define:
      let old = changes.count
      if isKnown { try append(known, as: field.kind) } else { changes.appendValue(nil) }
      let middle = changes.count
      changes.appendValue(new)
      let bytes = changes.bytes.span
      isChange =
        middle - old != bytes.count - middle
        || ByteOrder.compare(
          bytes.extracting(old..<middle),
          bytes.extracting(middle..<bytes.count)
        ) != 0
    case .delete:
      if isKnown { try append(known, as: field.kind) }
      isChange = isKnown
    }
    if isChange { changeCount += 1 } else { changes.bytes.removeLast(changes.count - start) }
    return isChange
  }

  /// A value of an earlier, narrower kind is widened.
  private mutating func append(_ known: borrowing FieldCursor, as kind: Kind) throws(StoreError) {
    if known.isStored(as: kind) {
      changes.append(known.stored)
    } else {
      changes.appendValue(try known.value()?.widened(to: kind))
    }
  }

  /// The event as it is stored.
  func event(
    of key: RecordKey,
    upon before: RecordState,
    under definition: TypeDefinition
  ) -> [UInt8] {
    var writer = ByteWriter(reserving: 24 + key.id.text.utf8.count + changes.count)
    writer.appendEventHead(
      op,
      type: key.type,
      definitionVersion: definition.version,
      id: key.id,
      version: before.version + 1,
      life: op == .create ? before.life + 1 : before.life,
      changeCount: changeCount
    )
    writer.append(changes.bytes.span)
    return writer.bytes
  }
}
