internal import StoreErrors

extension TypeDefinition {
  /// The most fields a type may have.
  public static let maximumFields = 10_000
  /// The most views a type may have.
  public static let maximumViews = 255
  /// The most UTF-8 bytes of a name or an id.
  public static let maximumNameBytes = 255

  /// The greatest number of a field or a view, far from where counting on would overflow.
  private static let maximumNumber: UInt32 = 1 << 30

  func validate() throws(StoreError) {
    try Self.check(name: name, of: "type")
    if name.text.utf8.contains(UInt8(ascii: "/")) {
      throw StoreError(.usage, "a type's name cannot hold a slash (\(name))")
    }
    guard fields.count <= Self.maximumFields else {
      throw StoreError(
        .tooLarge,
        "\(fields.count) fields are over the limit of \(Self.maximumFields)"
      )
    }
    guard views.count <= Self.maximumViews else {
      throw StoreError(.tooLarge, "\(views.count) views are over the limit of \(Self.maximumViews)")
    }
    if let name = Self.firstRepeated(fields.map(\.name)) {
      throw StoreError(.usage, "the field \(name) is defined twice", field: name.text)
    }
    if let name = Self.firstRepeated(views.map(\.name)) {
      throw StoreError(.usage, "the view \(name) is defined twice")
    }
    try check(numbers: fields.map(\.number), next: nextFieldNumber, of: "field")
    try check(numbers: views.map(\.number), next: nextViewNumber, of: "view")
    for field in fields { try check(field) }
    for view in views { try check(view) }
  }

  private func check(numbers: [UInt32], next: UInt32, of what: String) throws(StoreError) {
    guard Set(numbers).count == numbers.count else {
      throw StoreError(.usage, "two \(what)s of \(name) have the same number")
    }
    guard numbers.allSatisfy({ $0 <= Self.maximumNumber }), next <= Self.maximumNumber else {
      throw StoreError(.usage, "the number of a \(what) of \(name) is over \(Self.maximumNumber)")
    }
  }

  private func check(_ field: FieldDefinition) throws(StoreError) {
    try Self.check(name: field.name, of: "field")
    let rules = field.rules
    if rules.isUnique, field.kind == .json {
      throw StoreError(
        .usage,
        "a json field cannot be unique (\(field.name))",
        field: field.name.text
      )
    }
    let measured: Kind? =
      switch field.kind {
      case .text, .bytes: .int
      case .json, .bool: nil
      default: field.kind
      }
    for (rule, bound) in [("min", rules.minimum), ("max", rules.maximum)] {
      guard let bound else { continue }
      guard let measured else {
        throw StoreError(
          .usage,
          "\(rule) has no meaning for the \(field.kind.name) field \(field.name)",
          field: field.name.text
        )
      }
      guard bound.kind == measured else {
        throw StoreError(
          .usage,
          "\(rule) of the field \(field.name) must be \(measured.name)",
          field: field.name.text
        )
      }
    }
    for value in rules.oneOf + [rules.defaultValue].compactMap({ $0 }) {
      guard value.kind == field.kind else {
        throw StoreError(
          .usage,
          "one-of and default of the field \(field.name) must be \(field.kind.name)",
          field: field.name.text
        )
      }
    }
  }

  private func check(_ view: ViewDefinition) throws(StoreError) {
    try Self.check(name: view.name, of: "view")
    guard !(view.filters.isEmpty && view.sorts.isEmpty) else {
      throw StoreError(.usage, "the view \(view.name) names no field")
    }
    let numbers = view.filters + view.sorts.map(\.field)
    guard Set(numbers).count == numbers.count else {
      throw StoreError(.usage, "the view \(view.name) names a field twice")
    }
    for number in numbers where index(ofNumber: number) == nil {
      throw StoreError(.usage, "the view \(view.name) names a field that is not there")
    }
  }

  private static func firstRepeated(_ names: [ExactString]) -> ExactString? {
    var seen: Set<ExactString> = []
    return names.first { !seen.insert($0).inserted }
  }

  /// Refuses names that could not be told apart or shown.
  static func check(name: ExactString, of what: String) throws(StoreError) {
    let bytes = name.text.utf8.count
    guard bytes >= 1 else { throw StoreError(.usage, "a \(what)'s name is empty") }
    guard bytes <= maximumNameBytes else {
      throw StoreError(
        .tooLarge,
        "a \(what)'s name has \(bytes) bytes; the limit is \(maximumNameBytes)"
      )
    }
    let isPlain = name.text.unicodeScalars.allSatisfy {
      $0.properties.generalCategory != .control && $0 != "\u{2028}" && $0 != "\u{2029}"
    }
    guard isPlain else { throw StoreError(.usage, "a \(what)'s name holds a control character") }
  }
}
