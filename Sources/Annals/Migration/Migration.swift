internal import Records
internal import StoreErrors

/// What Swift types need of the types that are stored.
struct Migration {
  private(set) var types: [TypeMigration] = []

  /// Compares Swift types with stored ones.
  ///
  /// - Parameters:
  ///   - known: all definitions that the stored types have had, the last of each being that of now.
  ///   - earlier: what becomes of types that ask for what they were once.
  /// - Throws: `StoreError` (`usage`) where two Swift types have one stored name, or a schema does not hold.
  init(
    of types: [any Record.Type],
    upon known: [[PastDefinition]],
    _ earlier: EarlierTypes
  ) throws(StoreError) {
    var names: Set<ExactString> = []
    for type in types {
      let (name, migration) = try Self.migration(of: type, upon: known, earlier)
      guard names.insert(name).inserted else {
        throw StoreError(
          .usage,
          "two Swift types would be stored as '\(name)', one of them \(type)",
          hints: ["give their schemas different names"]
        )
      }
      self.types.append(migration)
    }
  }

  private static func migration<T: Record>(
    of type: T.Type,
    upon known: [[PastDefinition]],
    _ earlier: EarlierTypes
  ) throws(StoreError) -> (ExactString, TypeMigration) {
    let name = ExactString(T.schema.name)
    let past = known.first { $0.last?.definition.name == name } ?? []
    return (name, try TypeMigration(T.schema, after: past, earlier))
  }

  /// Whether all is as it is needed.
  var isEmpty: Bool { types.allSatisfy(\.isEmpty) }

  /// Brings the stored types to what is needed, in a commit.
  ///
  /// - Parameter plan: what happens is added to it, what is in the way included.
  /// - Throws: `StoreError` where the plan has as many problems as it takes, or the store fails.
  func run(_ builder: inout CommitBuilder, _ plan: inout MigrationPlan) throws {
    for type in types { try type.run(&builder, &plan) }
  }
}
