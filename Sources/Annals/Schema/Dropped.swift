internal import Records

/// Fields of earlier programs that the type has no longer.
///
/// ```swift
/// Dropped("nickname", "fax")
/// ```
///
/// A stored field that a schema neither has nor drops is one that a later program added, and a store that has it is not
/// opened: otherwise an earlier program would take away what it does not know. What was dropped stays in history, and the
/// line can stay for as long as stores of the earlier program may be met.
public struct Dropped: Sendable {
  let names: [ExactString]

  /// Drops fields.
  ///
  /// - Parameter names: their stored names; those that the store has no field of drop nothing.
  public init(_ names: String...) { self.names = names.map { ExactString($0) } }
}

extension Schema {
  /// Whether a stored field is one that the schema has, or says that it has no longer.
  func hasOrDrops(_ name: ExactString) -> Bool {
    dropped.contains(name) || fields.contains { $0.definition.name == name }
  }
  /// Whether it has, drops or converts a stored field of this name.
  func speaks(of name: ExactString) -> Bool {
    hasOrDrops(name) || fields.contains { $0.conversions.contains { $0.name == name } }
  }
}
