internal import Records

/// How a predicate's key paths and constants name the records of a type.
package struct RecordNames: Sendable {
  /// Whether a key path of the record leads to its id.
  let isID: @Sendable (AnyKeyPath) -> Bool
  /// The texts of all ids that equal a value; nil where they are not known.
  let texts: @Sendable (Any) -> [ExactString]?

  /// No key path is known.
  package static let unknown = RecordNames(isID: { _ in false }, texts: { _ in nil })
}
