import Annals
import StoreErrors
import Records

extension Context {
  /// More lines than this are summed up.
  private static let mostShown = 10

  /// Whether a person is there to answer, and was not told apart not to be asked.
  func asks(_ invocation: Invocation) -> Bool { Terminal.isInteractive && !invocation.has(.yes) }

  /// Shows what a command is about to do, and asks whether it may.
  ///
  /// In a pipe nobody is asked: scripts say what they mean.
  ///
  /// - Parameters:
  ///   - facts: what it would do, a line each; not worked out where nobody is asked.
  ///   - count: how many there are, where not all are given.
  /// - Throws: `NegativeAnswer` unless the answer is yes.
  func confirm(
    _ invocation: Invocation,
    count: Int? = nil,
    _ facts: () throws -> [String]
  ) throws {
    guard asks(invocation) else { return }
    let facts = try facts()
    let count = count ?? facts.count
    guard count > 0 else { return }
    var lines = facts.prefix(Self.mostShown).map(Escape.visible)
    if count > lines.count { lines.append("and \(count - lines.count) more; --dry-run shows all") }
    let answer = try output.ask(lines, "Go on? [y/N] ")
    guard ["y", "yes"].contains(answer?.lowercased()) else {
      try output.say("nothing was done")
      throw NegativeAnswer()
    }
  }

  /// The records of a type that fulfil a condition, as a question shows them.
  func doomed(_ condition: Condition, of type: TypeDefinition, in store: Store) throws -> [String] {
    let query = Query(type.name, where: condition, limit: Self.mostShown)
    return try store.fetch(query).records.map { "would delete \(type.name)/\($0.id)" }
  }

  /// What a reversal would write, as a question shows it.
  func facts(_ differences: [Difference]) -> [String] {
    let text = ValueText(zone: zone)
    return differences.prefix(Self.mostShown).map { difference in
      let verb =
        switch difference.kind {
        case .created: "create"
        case .changed: "change"
        case .deleted: "delete"
        }
      let changes = difference.changes.map {
        text.change($0, isOneSided: difference.kind != .changed)
      }
      return "would \(verb) \(difference.definition.name)/\(difference.id): "
        + changes.joined(separator: ", ")
    }
  }
}
