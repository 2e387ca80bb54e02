/// What records must fulfil, in SQL's three-valued logic: a comparison with null or a missing field is
/// unknown, and only what is true is kept.
///
/// Values must have the field's kind (`Condition.init(parsing:for:)` sees to it); text is compared by bytes,
/// numbers by value, instants by moment.
public indirect enum Condition: Sendable, Hashable {
  /// How a value is compared.
  public enum Comparison: String, Sendable, Hashable, CaseIterable {
    /// It is the same.
    case equal = "="
    /// It is another.
    case notEqual = "<>"
    /// It comes before.
    case less = "<"
    /// It comes before, or is the same.
    case lessOrEqual = "<="
    /// It comes after.
    case greater = ">"
    /// It comes after, or is the same.
    case greaterOrEqual = ">="
  }

  /// A field against a value.
  case compare(field: UInt32, Comparison, Value)
  /// A field among values.
  case among(field: UInt32, [Value])
  /// A text field against a pattern: `%` is any run, `_` one character; letters match exactly.
  case like(field: UInt32, pattern: String)
  /// A field that is null or missing.
  case isNull(field: UInt32)
  /// All of them.
  case all([Condition])
  /// At least one of them.
  case any([Condition])
  /// Not this.
  case not(Condition)
}
