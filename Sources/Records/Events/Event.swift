public import EventLog

/// One event as it is shown: what one commit did to one record or one type.
public struct Event: Sendable, Hashable {
  /// What was done.
  public enum Op: String, Sendable, Hashable, CaseIterable {
    /// A life began.
    case create
    /// Fields of a living record changed.
    case update
    /// A life ended.
    case delete
    /// A type was defined, for the first time or anew.
    case define
  }

  /// One field's old and new value; nil where the field was or became missing.
  public struct Change: Sendable, Hashable {
    /// The field, as it was defined then.
    public let field: FieldDefinition
    /// What it held before.
    public let old: Value?
    /// What it held after.
    public let new: Value?

    /// Makes a change.
    public init(field: FieldDefinition, old: Value?, new: Value?) {
      self.field = field
      self.old = old
      self.new = new
    }
  }

  /// The commit: who, when and why.
  public let commit: CommitHeader
  /// Where the event stands.
  public let position: EventPosition
  /// What was done.
  public let op: Op
  /// The type as the event was written under; for `define` the new definition.
  public let definition: TypeDefinition
  /// The record's id; for `define` the type's name.
  public let id: ExactString
  /// The record's version after the event; for `define` the definition's version.
  public let version: UInt64
  /// The record's life; 1 for `define`.
  public let life: UInt64
  /// The changed fields, in definition order; empty for `define`.
  public let changes: [Change]

  /// Makes an event.
  public init(
    commit: CommitHeader,
    position: EventPosition,
    op: Op,
    definition: TypeDefinition,
    id: ExactString,
    version: UInt64,
    life: UInt64,
    changes: [Change]
  ) {
    self.commit = commit
    self.position = position
    self.op = op
    self.definition = definition
    self.id = id
    self.version = version
    self.life = life
    self.changes = changes
  }

  /// What happened to a field; nil where the event left it alone.
  ///
  /// - Parameter field: its stored name as it was then.
  public func change(of field: ExactString) -> Change? { changes.first { $0.field.name == field } }
}
