internal import Records
internal import StoreErrors

/// What the values of a field must fulfil.
///
/// Every rule but `required` lets nil pass.
public struct FieldRule<Value: Codable & Sendable>: Sendable {
  /// Puts the rule into a field, with the codec of its values.
  let apply: @Sendable (inout FieldTraits, FieldCodec<Value>) throws -> Void

  private static func rule(_ change: @escaping @Sendable (inout FieldTraits) -> Void) -> Self {
    Self { traits, _ in change(&traits) }
  }

  /// Not nil and, for text, not empty.
  public static var required: Self { rule { $0.rules.isRequired = true } }

  /// No two living records of the type have the same value.
  public static var unique: Self { rule { $0.rules.isUnique = true } }

  /// No update changes the value that the record was created with, nil included; one that is deleted and inserted again
  /// may have another.
  public static var immutable: Self { rule { $0.rules.isImmutable = true } }

  /// Nil is kept as null, and not as a missing value.
  ///
  /// In Swift both read as nil; other programs and the `annals` command tell them apart.
  public static var nilIsNull: Self { rule { $0.nilIsNull = true } }

  /// Only these values are allowed.
  public static func oneOf(_ values: Value...) -> Self {
    Self { traits, codec in traits.rules.oneOf = try values.map { try codec.keep($0) } }
  }

  /// What a record gets that is created by other means without a value and, where the property is not optional, what a
  /// record without one reads as.
  ///
  /// A property that came to a type later, or that was optional before, needs it, unless it is optional: opening the
  /// store gives the default to every record without a value, in one commit, and from then on the store accepts none.
  /// Text is the exception, because the store's rule against missing values is also one against empty text: unless
  /// the field is `required` too, records without one are left as they are, and conditions and orders over the property
  /// are worked out in Swift. So they are at points before the default was filled in.
  public static func `default`(_ value: Value) -> Self {
    Self { traits, codec in traits.rules.defaultValue = try codec.keep(value) }
  }
}

extension FieldRule where Value: FieldValue & Comparable {
  /// Not less than this.
  public static func minimum(_ value: Value) -> Self {
    Self { traits, codec in traits.rules.minimum = try codec.keep(value) }
  }

  /// Not greater than this.
  public static func maximum(_ value: Value) -> Self {
    Self { traits, codec in traits.rules.maximum = try codec.keep(value) }
  }

  /// Within these bounds, which are allowed themselves.
  public static func range(_ bounds: ClosedRange<Value>) -> Self {
    Self { traits, codec in
      traits.rules.minimum = try codec.keep(bounds.lowerBound)
      traits.rules.maximum = try codec.keep(bounds.upperBound)
    }
  }
}

extension FieldRule where Value: FieldValue {
  /// So many Unicode scalars of text, or bytes.
  public static func length(_ bounds: ClosedRange<Int>) -> Self {
    rule {
      $0.rules.minimum = .int(Int64(bounds.lowerBound))
      $0.rules.maximum = .int(Int64(bounds.upperBound))
    }
  }
}

/// What a field's rules come to.
struct FieldTraits: Sendable {
  var rules = Rules()
  var nilIsNull = false
  /// What the field was called before.
  var earlierNames: [ExactString] = []
  /// What it can be made from.
  var conversions: [FieldConversion] = []
  /// Which records its values name.
  var reference: FieldReference?
}
