public import Records

/// What altering a type does, or would do, to it and to its records.
public struct AlterationPlan: Sendable {
  /// A value that the altered type could not hold.
  public struct Misfit: Sendable, Hashable {
    /// The record's id.
    public let id: ExactString
    /// The field's name in the altered type.
    public let field: String
    /// The value that the record has; nil where it has none.
    public let value: Value?
    /// Why it does not fit.
    public let reason: String
  }

  /// What changes of the type.
  public internal(set) var steps: [MigrationPlan.Step] = []
  /// How many records get new values, an event each.
  public internal(set) var recordCount = 0
  /// Values in the way, the first thousand; the type cannot be altered while there are any.
  public internal(set) var misfits: [Misfit] = []
  /// How many values are in the way.
  public internal(set) var misfitCount = 0

  /// So many are listed.
  static let mostMisfits = 1000

  mutating func add(_ misfit: Misfit) {
    misfitCount += 1
    if misfits.count < Self.mostMisfits { misfits.append(misfit) }
  }
}
