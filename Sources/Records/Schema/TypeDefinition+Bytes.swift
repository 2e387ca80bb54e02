internal import ByteCoding
internal import EventLog
package import StoreErrors

extension TypeDefinition {
  /// The stored form: an event of its own, which holds the whole definition.
  package var bytes: [UInt8] {
    var writer = ByteWriter(reserving: 64 + 24 * fields.count)
    writer.append(StoredEvent.firstByte(.define))
    writer.appendVarint(UInt64(number))
    writer.appendVarint(UInt64(version))
    writer.appendText(name.text)
    writer.append(requiresReason ? 1 : 0)
    writer.appendVarint(UInt64(nextFieldNumber))
    writer.appendVarint(UInt64(nextViewNumber))
    writer.appendVarint(UInt64(fields.count))
    for field in fields { writer.appendField(field) }
    writer.appendVarint(UInt64(views.count))
    for view in views { writer.appendView(view) }
    return writer.bytes
  }

  /// Reads the stored form; nil for any other event.
  package convenience init?(_ bytes: Span<UInt8>) throws(StoreError) {
    var reader = ByteReader(bytes)
    guard try StoredEvent.op(&reader) == .define else { return nil }
    let number = UInt32(clamping: try reader.varint())
    let version = UInt32(clamping: try reader.varint())
    let name = ExactString(try reader.text())
    let requiresReason = try reader.byte() & 1 == 1
    let nextField = UInt32(clamping: try reader.varint())
    let nextView = UInt32(clamping: try reader.varint())
    var fields: [FieldDefinition] = []
    for _ in 0..<(try reader.count()) { fields.append(try reader.field()) }
    var views: [ViewDefinition] = []
    for _ in 0..<(try reader.count()) { views.append(try reader.view()) }
    guard reader.isAtEnd else { throw ByteReader.damaged("a type's definition is too long") }
    try self.init(
      number: number,
      version: version,
      name: name,
      fields: fields,
      views: views,
      requiresReason: requiresReason,
      nextFieldNumber: nextField,
      nextViewNumber: nextView
    )
  }
}

private struct FieldFlags: OptionSet {
  let rawValue: UInt8
  static let isRequired = FieldFlags(rawValue: 1)
  static let isUnique = FieldFlags(rawValue: 2)
  static let isProvisional = FieldFlags(rawValue: 4)
}

extension ByteWriter {
  fileprivate mutating func appendField(_ field: FieldDefinition) {
    var flags: FieldFlags = []
    if field.rules.isRequired { flags.insert(.isRequired) }
    if field.rules.isUnique { flags.insert(.isUnique) }
    if field.isProvisional { flags.insert(.isProvisional) }
    appendVarint(UInt64(field.number))
    appendText(field.name.text)
    append(field.kind.rawValue)
    append(flags.rawValue)
    appendValue(field.rules.minimum)
    appendValue(field.rules.maximum)
    appendValue(field.rules.defaultValue)
    appendVarint(UInt64(field.rules.oneOf.count))
    for value in field.rules.oneOf { appendValue(value) }
  }

  fileprivate mutating func appendView(_ view: ViewDefinition) {
    appendVarint(UInt64(view.number))
    appendText(view.name.text)
    appendVarint(UInt64(view.filters.count))
    for field in view.filters { appendVarint(UInt64(field)) }
    appendVarint(UInt64(view.sorts.count))
    for sort in view.sorts { appendVarint(UInt64(sort.field) << 1 | (sort.isDescending ? 1 : 0)) }
  }
}

extension ByteReader {
  fileprivate mutating func field() throws(StoreError) -> FieldDefinition {
    let number = UInt32(clamping: try varint())
    let name = ExactString(try text())
    guard let kind = Kind(rawValue: try byte()) else {
      throw Self.damaged("the field \(name) has an unknown kind")
    }
    let flags = FieldFlags(rawValue: try byte())
    var rules = Rules(
      isRequired: flags.contains(.isRequired),
      isUnique: flags.contains(.isUnique),
      minimum: try value(),
      maximum: try value(),
      defaultValue: try value()
    )
    for _ in 0..<(try count()) {
      guard let value = try value() else { throw Self.damaged("a rule has no value") }
      rules.oneOf.append(value)
    }
    return FieldDefinition(
      name,
      kind,
      rules,
      number: number,
      isProvisional: flags.contains(.isProvisional)
    )
  }

  fileprivate mutating func view() throws(StoreError) -> ViewDefinition {
    let number = UInt32(clamping: try varint())
    let name = ExactString(try text())
    var filters: [UInt32] = []
    for _ in 0..<(try count()) { filters.append(UInt32(clamping: try varint())) }
    var sorts: [SortKey] = []
    for _ in 0..<(try count()) {
      let sort = try varint()
      sorts.append(
        SortKey(field: UInt32(clamping: sort >> 1), isDescending: sort & 1 == 1)
      )
    }
    return ViewDefinition(name, filters: filters, sorts: sorts, number: number)
  }
}
