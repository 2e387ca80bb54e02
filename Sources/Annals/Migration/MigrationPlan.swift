public import Records
public import StoreErrors

/// What opening a store for Swift types would do to it, worked out on all of its records without writing anything.
///
/// ```swift
/// let plan = try Store.migrationPlan(at: folder, for: Person.self)
/// print(plan)  // person: rename field name to fullName …
/// guard plan.problems.isEmpty else { return }
/// ```
///
/// All steps are one commit: the types get their next definitions, and records that need new values an event each.
/// Nothing that was written before changes, so every earlier point can still be read, and shows the types as they are
/// now.
public struct MigrationPlan: Sendable, CustomStringConvertible {
  /// One thing that changes.
  public struct Step: Sendable, Hashable, CustomStringConvertible {
    /// What changes.
    public enum Action: Sendable, Hashable {
      /// The type is new.
      case defineType
      /// Its fields are listed in another order, or what it requires of reasons changes.
      case changeType
      /// The field is new; records without it read as nil or as its default.
      case addField
      /// The field had another name.
      case renameField(from: String)
      /// The field had a narrower kind.
      case widenField(from: Kind)
      /// The field's values are made from those of another, which was dropped or stays as well.
      case convertField(from: String, Kind)
      /// The field may no longer be without a value: records that are get this one.
      case fillField(with: Value)
      /// The field's rules change, for what is written from then on.
      case changeRules
      /// The field is gone from the type; its values stay in history.
      case dropField
      /// The view is new.
      case addView
      /// The view has other fields.
      case changeView
      /// The view is gone.
      case dropView
    }

    /// The type's stored name.
    public let type: String
    /// The stored name of the field or view; nil for the type itself.
    public let name: String?
    /// What changes.
    public let action: Action

    /// The step in words: `person: add field city`.
    public var description: String { "\(type): \(words)" }

    /// The step in words, without the type: `add field city`.
    public var words: String { action.words(for: name ?? "") }
  }

  /// What changes, type by type.
  public internal(set) var steps: [Step] = []
  /// What others made of the types and stays, though the schemas do not say so: fields, rules, views and demands for reasons,
  /// as steps from what the schemas ask for.
  ///
  /// That is what was altered with the `annals` command and, where `Options.earlierTypes` is `.kept`, by later programs.
  public internal(set) var kept: [Step] = []
  /// How many records get new values, an event each.
  public internal(set) var recordCount = 0
  /// Why the store cannot be opened for the types: the first hundred errors, each naming its field and, where it is
  /// about one, its record.
  public internal(set) var problems: [StoreError] = []

  /// So many problems are listed.
  static let mostProblems = 100

  /// All problems as one error; nil where there is none.
  var error: StoreError? {
    var error = problems.first
    error?.others = Array(problems.dropFirst())
    return error
  }

  /// Notes a problem.
  ///
  /// - Throws: all problems, where no more are listed.
  mutating func add(_ problem: StoreError) throws {
    problems.append(problem)
    if problems.count >= Self.mostProblems, let error { throw error }
  }

  /// Whether there is nothing to do.
  public var isEmpty: Bool { steps.isEmpty && problems.isEmpty }

  /// The steps, the number of records, the problems and what is kept, one a line.
  public var description: String {
    let records = recordCount == 0 ? [] : ["\(recordCount) records get new values"]
    let lines = steps.map(\.description) + records + problems.map { "problem: " + $0.message }
    return ((isEmpty ? ["nothing to do"] : lines) + kept.map { "kept as altered: \($0)" })
      .joined(separator: "\n")
  }
}

extension MigrationPlan.Step.Action {
  fileprivate func words(for name: String) -> String {
    switch self {
    case .defineType: "define the type"
    case .changeType: "change the type"
    case .addField: "add field \(name)"
    case .renameField(let old): "rename field \(old) to \(name)"
    case .widenField(let kind): "widen field \(name) from \(kind.name)"
    case .convertField(let old, let kind): "convert \(old) (\(kind.name)) to field \(name)"
    case .fillField(let value): "fill field \(name) with \(value.text) where it has no value"
    case .changeRules: "change the rules of field \(name)"
    case .dropField: "drop field \(name)"
    case .addView: "add view \(name)"
    case .changeView: "change view \(name)"
    case .dropView: "drop view \(name)"
    }
  }
}
