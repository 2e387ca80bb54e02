public import EventLog

/// What puts something back to what it was: new events, which keep all history, and what stands in their way.
public struct Reversal: Sendable {
  /// What is to be put back.
  public enum Subject: Sendable, Hashable {
    /// All that a commit did to records is undone.
    case commit(Revision)
    /// A record is to be what it was at a point: in the named fields, or in all that it had then where none is named.
    case record(type: ExactString, id: ExactString, at: Point, fields: [ExactString] = [])
    /// A deleted record is to live again, as it was just before.
    case deletion(type: ExactString, id: ExactString)
  }

  /// What becomes of later changes of what is to be put back.
  public enum ConflictRule: Sendable, Hashable {
    /// They are an error, and nothing is put back.
    case refuse
    /// They are undone as well.
    case force
    /// They stay, and the rest is put back: of a record that changed the other fields; one that would be created
    /// or deleted stays as it is.
    case skip
  }

  /// A later event that the reversal would undo along with what it is for.
  public struct Conflict: Sendable, Hashable {
    /// The type of the record.
    public let type: ExactString
    /// The record's id.
    public let id: ExactString
    /// The field that the event changed; nil where the record as a whole would be deleted.
    public let field: FieldDefinition?
    /// The last event that changed it: who, when and why.
    public let event: Event
  }

  /// A value that cannot be put back, since its field was dropped from the type; it stays in history.
  public struct Omission: Sendable, Hashable {
    /// The type of the record.
    public let type: ExactString
    /// The record's id.
    public let id: ExactString
    /// The name that the field had last.
    public let field: ExactString
  }

  /// What would be written, in the order in which it is: how each record differs from what it is now.
  ///
  /// Empty where everything is as it was already.
  public let differences: [Difference]
  /// What would be lost of later changes.
  public let conflicts: [Conflict]
  /// What cannot be put back.
  public let omissions: [Omission]

  init(
    _ steps: [(difference: Difference?, conflicts: [Conflict])],
    omitting omissions: [Omission] = []
  ) {
    self.omissions = omissions
    differences = steps.compactMap(\.difference)
    conflicts = steps.flatMap(\.conflicts)
  }

  /// What is left of `differences` where later changes stay.
  public var differencesSkippingConflicts: [Difference] {
    struct Name: Hashable { let type, id: ExactString }
    var kept: [Name: Set<UInt32>] = [:]
    for conflict in conflicts {
      let number = conflict.field.map { [$0.number] } ?? []
      kept[Name(type: conflict.type, id: conflict.id), default: []].formUnion(number)
    }
    return differences.compactMap { difference in
      let name = Name(type: difference.definition.name, id: difference.id)
      guard let fields = kept[name] else { return difference }
      return difference.kind == .changed ? difference.without(fields) : nil
    }
  }

  /// What writes it, each upon the version of its record that was looked at.
  ///
  /// - Parameter rule: what becomes of conflicts; those that are refused are for the caller to refuse.
  package func operations(_ rule: ConflictRule) -> [RecordOperation] {
    (rule == .skip ? differencesSkippingConflicts : differences).map(\.operation)
  }
}

extension Reversal.Subject: CustomStringConvertible {
  /// How a message names it: `r5`, `person/ann`.
  public var description: String {
    switch self {
    case .commit(let revision): "\(revision)"
    case .record(let type, let id, _, _), .deletion(let type, let id): "\(type)/\(id)"
    }
  }
}

extension Difference {
  /// The same but for some fields; nil where nothing is left.
  fileprivate func without(_ fields: Set<UInt32>) -> Difference? {
    let left = changes.filter { !fields.contains($0.field.number) }
    guard !left.isEmpty else { return nil }
    return Difference(
      kind: kind,
      definition: definition,
      id: id,
      oldVersion: oldVersion,
      newVersion: newVersion,
      changes: left
    )
  }

  /// The operation that leads from the old to the new, if the record still is at the old.
  fileprivate var operation: RecordOperation {
    let type = definition.name
    switch kind {
    case .created:
      // Every field is named, so that none gets a default that it did not have.
      let values = definition.fields.map { field in
        (name: field.name, value: changes.first { $0.field.number == field.number }?.new)
      }
      return .create(type: type, id: id, values)
    case .changed:
      let values = changes.map { (name: $0.field.name, value: $0.new) }
      return .update(type: type, id: id, values, ifVersion: oldVersion)
    case .deleted: return .delete(type: type, id: id, ifVersion: oldVersion)
    }
  }
}
