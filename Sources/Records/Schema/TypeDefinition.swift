public import StoreErrors

/// A kind of record: its name, its fields in order, its views and its rules.
///
/// Immutable; a change makes the next version, which becomes an event in the log.
public final class TypeDefinition: Sendable {
  /// The type's number in its store.
  public let number: UInt32
  /// 1 for the first definition, one more with each change.
  public let version: UInt32
  /// The name: 1 to 255 UTF-8 bytes without control characters or `/`.
  public let name: ExactString
  /// The fields, in definition order.
  public let fields: [FieldDefinition]
  /// The views, in definition order.
  public let views: [ViewDefinition]
  /// What every commit that changes such records must say of why; nil for nothing.
  public let reasonRule: ReasonRule?
  /// The number that the next new field gets.
  public let nextFieldNumber: UInt32
  /// The number that the next new view gets.
  public let nextViewNumber: UInt32

  /// The fields that no two living records may share a value of; few types have any.
  package let uniqueFields: [FieldDefinition]

  /// The numbers of the fields that place a record in some view.
  package let indexedFields: [UInt32]

  /// Where the fields stand, by rising number: so do values in events and states.
  let places: [Place]

  /// What is to be known of a field to pass it by.
  struct Place: Sendable {
    let number: UInt32
    /// Its index in `fields`.
    let index: Int
    let kind: Kind
    /// Few have any.
    let hasRules: Bool
  }

  private let indexByName: [ExactString: Int]
  private let indexByNumber: [UInt32: Int]

  /// Makes a definition; fields and views numbered 0 get the next free numbers.
  ///
  /// - Throws: `StoreError` (`usage`) for a bad or doubled name or number, a rule that does not fit its field's kind,
  ///   or a view over a field that is not there; (`tooLarge`) beyond 10,000 fields or 255 views.
  public init(
    number: UInt32 = 0,
    version: UInt32 = 1,
    name: ExactString,
    fields: [FieldDefinition],
    views: [ViewDefinition] = [],
    reasonRule: ReasonRule? = nil,
    nextFieldNumber: UInt32 = 1,
    nextViewNumber: UInt32 = 1
  ) throws(StoreError) {
    // Numbers that are too large are refused below.
    var nextField = max(nextFieldNumber, (fields.map(\.number).max() ?? 0) &+ 1)
    var nextView = max(nextViewNumber, (views.map(\.number).max() ?? 0) &+ 1)
    self.number = number
    self.version = version
    self.name = name
    self.fields = fields.map { field in
      guard field.number == 0 else { return field }
      var numbered = field
      numbered.number = nextField
      nextField &+= 1
      return numbered
    }
    self.views = views.map { view in
      guard view.number == 0 else { return view }
      var numbered = view
      numbered.number = nextView
      nextView &+= 1
      return numbered
    }
    self.reasonRule = reasonRule
    indexedFields = Set(self.views.flatMap { $0.filters + $0.sorts.map(\.field) }).sorted()
    uniqueFields = self.fields.filter(\.rules.isUnique)
    places = self.fields.enumerated()
      .map { index, field in
        Place(
          number: field.number,
          index: index,
          kind: field.kind,
          hasRules: field.rules != Rules()
        )
      }
      .sorted { $0.number < $1.number }
    self.nextFieldNumber = nextField
    self.nextViewNumber = nextView
    indexByName = Dictionary(
      self.fields.enumerated().map { ($1.name, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    indexByNumber = Dictionary(
      self.fields.enumerated().map { ($1.number, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    try validate()
  }

  /// Whether every commit that changes such records must say why.
  public var requiresReason: Bool { reasonRule != nil }

  /// The place of a field in `fields`, by name.
  public func index(of name: ExactString) -> Int? { indexByName[name] }

  /// The place of a field in `fields`, by name; quick where it stands at the place that is guessed.
  package func index(of name: ExactString, guess: Int) -> Int? {
    guess < fields.count && fields[guess].name == name ? guess : indexByName[name]
  }

  /// The place of a field in `fields`, by number.
  public func index(ofNumber number: UInt32) -> Int? {
    // Numbers follow the order of definition until a field is dropped: try that place first.
    let guess = Int(number) - 1
    if guess >= 0, guess < fields.count, fields[guess].number == number { return guess }
    return indexByNumber[number]
  }

  /// A field by name.
  public func field(_ name: ExactString) -> FieldDefinition? {
    indexByName[name].map { fields[$0] }
  }

  /// A view by name.
  public func view(_ name: ExactString) -> ViewDefinition? { views.first { $0.name == name } }
}

extension TypeDefinition: Hashable {
  /// Whether both say the same.
  public static func == (left: TypeDefinition, right: TypeDefinition) -> Bool {
    left === right
      || left.number == right.number && left.version == right.version
        && left.hasSameContent(as: right)
        && left.nextFieldNumber == right.nextFieldNumber
        && left.nextViewNumber == right.nextViewNumber
  }

  /// Whether both have the same name, fields, views and rules, whatever their numbers and versions.
  public func hasSameContent(as other: TypeDefinition) -> Bool {
    name == other.name && fields == other.fields && views == other.views
      && reasonRule == other.reasonRule
  }

  /// Hashes what tells definitions of a store apart.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(number)
    hasher.combine(version)
  }
}
