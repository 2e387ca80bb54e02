internal import Records
internal import StoreErrors

/// A property of a record that is kept as a field.
public struct Field<Root: Record>: Sendable {
  /// The field as the store defines it, without a number.
  let definition: FieldDefinition
  /// The property.
  let keyPath: any PartialKeyPath<Root> & Sendable
  let isOptional: Bool
  /// Whether nil is kept as null.
  let nilIsNull: Bool
  /// The stored names that the field had before.
  let earlierNames: [ExactString]
  /// What its values can be made from.
  let conversions: [FieldConversion]
  /// Which records its values name; nil where they name none.
  let reference: FieldReference?
  /// How values are kept, whether the property is optional or not.
  let codec: any AnyFieldCodec
  /// What the property holds, as it would be kept; nil where it is nil.
  let value: @Sendable (Root) throws -> Value?
  /// Values to try the type's decoder with.
  let samples: [Value]
  /// What is wrong with the rules.
  let fault: StoreError?

  /// Keeps a property.
  ///
  /// - Parameters:
  ///   - name: the stored name, 1 to 255 UTF-8 bytes: the property's coding key. It is never derived from Swift, so
  ///     that a property can be renamed.
  ///   - keyPath: the property.
  ///   - rules: what its values must fulfil.
  @_disfavoredOverload
  public init<Value: Codable & Sendable>(
    _ name: String,
    _ keyPath: any KeyPath<Root, Value> & Sendable,
    _ rules: FieldRule<Value>...
  ) {
    self.init(name, keyPath, isOptional: false, rules) { try $1.keep($0[keyPath: keyPath]) }
  }

  /// Keeps a property that may be nil.
  ///
  /// - Parameters:
  ///   - name: the stored name, 1 to 255 UTF-8 bytes: the property's coding key.
  ///   - keyPath: the property.
  ///   - rules: what its values must fulfil.
  public init<Value: Codable & Sendable>(
    _ name: String,
    _ keyPath: any KeyPath<Root, Value?> & Sendable,
    _ rules: FieldRule<Value>...
  ) {
    self.init(name, keyPath, isOptional: true, rules) {
      try $0[keyPath: keyPath].map($1.keep)
    }
  }

  private init<Value: Codable & Sendable>(
    _ name: String,
    _ keyPath: any PartialKeyPath<Root> & Sendable,
    isOptional: Bool,
    _ rules: [FieldRule<Value>],
    _ value: @escaping @Sendable (Root, FieldCodec<Value>) throws -> Records.Value?
  ) {
    let codec = FieldCodec<Value>.make()
    var traits = FieldTraits()
    var fault: StoreError?
    for rule in rules {
      do { try rule.apply(&traits, codec) } catch {
        fault = StoreError(
          .usage,
          "a rule of \(name) has a value that cannot be kept: \(error)",
          field: name
        )
      }
    }
    // The store can compare and sort by what is never missing. For text its rule would forbid empty text as well.
    if !isOptional, traits.rules.defaultValue != nil, codec.kind != .text {
      traits.rules.isRequired = true
    }
    if !isOptional, traits.reference?.deleteRule == .nullify {
      fault = fault ?? FieldReference.cannotBeNil(name)
    }
    definition = FieldDefinition(ExactString(name), codec.kind, traits.rules)
    self.keyPath = keyPath
    self.isOptional = isOptional
    nilIsNull = traits.nilIsNull
    earlierNames = traits.earlierNames
    conversions = traits.conversions
    reference = traits.reference
    self.codec = codec
    self.value = { try value($0, codec) }
    samples = Array((traits.rules.oneOf + codec.samples).prefix(2))
    self.fault = fault
  }
}
