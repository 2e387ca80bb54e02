/// One thing to do in a commit.
///
/// Values are given by field name. nil as a value unsets the field (missing); `Value.null` sets it to null. An
/// int is taken for a decimal or double field where that is exact; anything else must be of the field's kind.
public enum RecordOperation: Sendable {
  /// What to set, by field name.
  public typealias Assignments = [(name: ExactString, value: Value?)]

  /// Begins a life. Without an id a UUIDv7 is made. `ifAbsent`: where the id lives already, nothing happens.
  case create(type: ExactString, id: ExactString?, Assignments, ifAbsent: Bool = false)
  /// Changes the named fields. `ifVersion`: only where the record has that version.
  case update(type: ExactString, id: ExactString, Assignments, ifVersion: UInt64? = nil)
  /// Updates where the id lives, else creates.
  case put(type: ExactString, id: ExactString, Assignments, ifVersion: UInt64? = nil)
  /// Makes the living record have exactly these fields, the others missing; creates where the id does not
  /// live. What an import of full rows needs.
  case replace(type: ExactString, id: ExactString, Assignments)
  /// Ends a life. `ifVersion`: only where the record has that version.
  case delete(type: ExactString, id: ExactString, ifVersion: UInt64? = nil)
  /// Ends the lives of all that fulfil the condition; nil for all of the type.
  case deleteWhere(type: ExactString, Condition?)
  /// Adds a type; number and version are given by the store. The same definition once more changes nothing.
  case define(TypeDefinition)
  /// Replaces a type's definition: fields and views keep their past by their numbers.
  case redefine(TypeDefinition)

  /// The record that it names; nil where it names none.
  var record: (type: ExactString, id: ExactString)? {
    switch self {
    case .create(let type, let id, _, _): id.map { (type, $0) }
    case .update(let type, let id, _, _), .put(let type, let id, _, _),
      .replace(let type, let id, _),
      .delete(let type, let id, _):
      (type, id)
    case .deleteWhere, .define, .redefine: nil
    }
  }
}

/// What became of one operation.
public struct Outcome: Sendable, Hashable {
  /// What happened.
  public enum Effect: String, Sendable, Hashable {
    /// A life began.
    case created
    /// Fields of a living record changed.
    case updated
    /// A life ended, or several.
    case deleted
    /// A type was defined, for the first time or anew.
    case defined
    /// Nothing: the record or type was as wanted already.
    case unchanged
  }

  /// What happened.
  public var effect: Effect
  /// The type's name.
  public var type: ExactString
  /// The record's id; nil for types and for `deleteWhere`.
  public var id: ExactString?
  /// The version after the operation.
  public var version: UInt64
  /// How many records were touched.
  public var count: Int

  /// Makes an outcome.
  public init(effect: Effect, type: ExactString, id: ExactString?, version: UInt64, count: Int) {
    self.effect = effect
    self.type = type
    self.id = id
    self.version = version
    self.count = count
  }
}
