/// The rule of a field that a refused value breaks, with its limit: what a form needs to say so in words of its own.
///
/// Values are written as text, as the store shows them. New rules may come: a `switch` should have a `default`.
public enum BrokenRule: Sendable, Hashable {
  /// There must be a value, and text must not be empty.
  case required
  /// The value must not be less than this.
  case minimum(String)
  /// The value must not be greater than this.
  case maximum(String)
  /// Text must have at least so many Unicode scalars, and bytes must be so many.
  case minimumLength(Int)
  /// Text must have at most so many Unicode scalars, and bytes must be so many.
  case maximumLength(Int)
  /// The value must be one of these.
  case oneOf([String])
  /// No two living records may have the same value.
  case unique
  /// The value must stay what it was when the record was created.
  case immutable
  /// The value must be of the field's kind, such as `int`.
  case kind(String)
  /// The value must be the id of a living record of this type.
  case reference(String)
}
