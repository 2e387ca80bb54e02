internal import ByteCoding
internal import EventLog
package import StoreErrors

extension TypeDefinition {
  /// The stored form: an event of its own, which holds the whole definition.
  package var bytes: [UInt8] {
    var writer = ByteWriter(reserving: 64 + 24 * fields.count)
    writer.append(hasPolicy ? StoredEvent.definitionWithPolicy : StoredEvent.firstByte(.define))
    writer.appendVarint(UInt64(number))
    writer.appendVarint(UInt64(version))
    writer.appendText(name.text)
    writer.appendReasonRule(reasonRule)
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
    let reasonRule = try reader.reasonRule()
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
      reasonRule: reasonRule,
      nextFieldNumber: nextField,
      nextViewNumber: nextView
    )
  }

  /// Whether it says what versions of the program that know no policy would pass over, and must refuse instead.
  private var hasPolicy: Bool {
    reasonRule.map { $0 != .required } ?? false || fields.contains { $0.rules.isImmutable }
  }
}

private struct ReasonFlags: OptionSet {
  let rawValue: UInt8
  static let isRequired = ReasonFlags(rawValue: 1)
  static let hasLength = ReasonFlags(rawValue: 2)
  static let hasPattern = ReasonFlags(rawValue: 4)
  static let known: ReasonFlags = [.isRequired, .hasLength, .hasPattern]
}

private struct FieldFlags: OptionSet {
  let rawValue: UInt8
  static let isRequired = FieldFlags(rawValue: 1)
  static let isUnique = FieldFlags(rawValue: 2)
  static let isProvisional = FieldFlags(rawValue: 4)
  static let isImmutable = FieldFlags(rawValue: 8)
  static let known: FieldFlags = [.isRequired, .isUnique, .isProvisional, .isImmutable]
}

extension ByteWriter {
  fileprivate mutating func appendReasonRule(_ rule: ReasonRule?) {
    guard let rule else { return append(0) }
    var flags = ReasonFlags.isRequired
    if rule.minimumLength > 1 { flags.insert(.hasLength) }
    if rule.pattern != nil { flags.insert(.hasPattern) }
    append(flags.rawValue)
    if rule.minimumLength > 1 { appendVarint(UInt64(rule.minimumLength)) }
    if let pattern = rule.pattern { appendText(pattern) }
  }

  fileprivate mutating func appendField(_ field: FieldDefinition) {
    var flags: FieldFlags = []
    if field.rules.isRequired { flags.insert(.isRequired) }
    if field.rules.isUnique { flags.insert(.isUnique) }
    if field.isProvisional { flags.insert(.isProvisional) }
    if field.rules.isImmutable { flags.insert(.isImmutable) }
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
  fileprivate mutating func reasonRule() throws(StoreError) -> ReasonRule? {
    let flags = ReasonFlags(rawValue: try byte())
    guard flags.isSubset(of: .known) else { throw Self.unknownFlags }
    let length = flags.contains(.hasLength) ? Int(clamping: try varint()) : 1
    let pattern = flags.contains(.hasPattern) ? try text() : nil
    guard flags.contains(.isRequired) else { return nil }
    return ReasonRule(minimumLength: length, pattern: pattern)
  }

  private static var unknownFlags: StoreError {
    StoreError(
      .futureFormat,
      "a type has rules that a newer version knows",
      hints: ["use the newest annals"]
    )
  }

  fileprivate mutating func field() throws(StoreError) -> FieldDefinition {
    let number = UInt32(clamping: try varint())
    let name = ExactString(try text())
    guard let kind = Kind(rawValue: try byte()) else {
      throw Self.damaged("the field \(name) has an unknown kind")
    }
    let flags = FieldFlags(rawValue: try byte())
    guard flags.isSubset(of: .known) else { throw Self.unknownFlags }
    var rules = Rules(
      isRequired: flags.contains(.isRequired),
      isUnique: flags.contains(.isUnique),
      isImmutable: flags.contains(.isImmutable),
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
