/// A named, typed field of a type, with its rules.
public struct FieldDefinition: Sendable, Hashable {
  /// The field's number within its type; it is never given to another field, so that a field keeps its past
  /// when it is renamed, and a new field of an old name does not inherit one.
  public var number: UInt32
  /// The name: 1 to 255 UTF-8 bytes without control characters.
  public var name: ExactString
  /// What it holds.
  public var kind: Kind
  /// What its values must fulfil.
  public var rules: Rules
  /// Whether the kind is only a guess, since an import has met nothing but nulls so far.
  ///
  /// The first value settles it.
  public var isProvisional: Bool

  /// Makes a field.
  ///
  /// - Parameters:
  ///   - name: its name.
  ///   - kind: what it holds.
  ///   - rules: what its values must fulfil.
  ///   - number: 0 to let the type give the next free number.
  ///   - isProvisional: whether the kind is only a guess.
  public init(
    _ name: ExactString,
    _ kind: Kind,
    _ rules: Rules = Rules(),
    number: UInt32 = 0,
    isProvisional: Bool = false
  ) {
    self.number = number
    self.name = name
    self.kind = kind
    self.rules = rules
    self.isProvisional = isProvisional
  }

  /// Whether every living record has a value: the field is required, and a record that had none when it became so was
  /// given the default.
  package var isNeverMissing: Bool { rules.isRequired && rules.defaultValue != nil }

  /// Whether a field of this kind holds the values as they are.
  package func isKept(as kind: Kind) -> Bool { kind == self.kind || isProvisional }

  /// Whether values of this field's kind can be read as those of a wider one without losing anything.
  package func widens(to kind: Kind) -> Bool {
    kind == .json || self.kind == .int && kind == .decimal
  }
}

/// What the values of a field must fulfil.
///
/// Every rule but `isRequired` lets null and missing pass.
public struct Rules: Sendable, Hashable {
  /// Neither missing nor null and, for text, not empty.
  public var isRequired = false
  /// No two living records of the type have the same value.
  ///
  /// At most 65,535 bytes of text.
  public var isUnique = false
  /// No update changes the value that the record was created with, missing included; a new life may begin with
  /// another.
  public var isImmutable = false
  /// The least value; for text the least number of Unicode scalars, for bytes the least count.
  public var minimum: Value?
  /// The greatest value; for text the greatest number of Unicode scalars, for bytes the greatest count.
  public var maximum: Value?
  /// The only values allowed, where not empty.
  public var oneOf: [Value] = []
  /// What a create that leaves the field out gets.
  ///
  /// Where the field is also required, so does every living record without a value once the field becomes so.
  public var defaultValue: Value?

  /// Makes rules.
  public init(
    isRequired: Bool = false,
    isUnique: Bool = false,
    isImmutable: Bool = false,
    minimum: Value? = nil,
    maximum: Value? = nil,
    oneOf: [Value] = [],
    defaultValue: Value? = nil
  ) {
    self.isRequired = isRequired
    self.isUnique = isUnique
    self.isImmutable = isImmutable
    self.minimum = minimum
    self.maximum = maximum
    self.oneOf = oneOf
    self.defaultValue = defaultValue
  }
}
