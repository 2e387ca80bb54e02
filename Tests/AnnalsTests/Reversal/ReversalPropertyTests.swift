import Annals
import TestSupport
import Testing

/// Random histories: what is put back, and what is refused, is what a dictionary with all its past states says.
@Suite struct ReversalPropertyTests {
  private static func definition() throws -> TypeDefinition {
    try .thing(FieldDefinition("a", .int), FieldDefinition("b", .int), FieldDefinition("c", .int))
  }

  @Test func `commits, records and deletions are put back as a dictionary says`() throws {
    var random = SeededGenerator()
    for _ in 0..<rounds(20) {
      try withStore(Self.definition()) { store in
        var model = ReversalModel()
        for _ in 0..<25 { try Self.write(to: store, &model, &random) }
        for _ in 0..<25 {
          try Self.check(store, &model, &random)
          try Self.write(to: store, &model, &random)
        }
      }
    }
  }

  @Test func `reverting the last commit gives the state before it, and once more the one after`()
    throws
  {
    var random = SeededGenerator()
    try withStore(Self.definition()) { store in
      var model = ReversalModel()
      try Self.write(to: store, &model, &random)
      for _ in 0..<rounds(100) {
        try Self.write(to: store, &model, &random)
        guard model.head > 2 else { continue }
        let before = model.states[model.head - 1], after = model.now
        for wanted in [before, after] {
          let receipt = try store.revert(store.head().revision, by: "ann")
          #expect(receipt.revision == Revision(UInt64(model.head + 1)))
          #expect(try Self.state(of: store) == wanted)
          model.note(wanted)
        }
      }
    }
  }

  private static func write(
    to store: Store,
    _ model: inout ReversalModel,
    _ random: inout SeededGenerator
  ) throws {
    let operations = model.makeUp(&random)
    try store.write(operations)
    #expect(try state(of: store) == model.now)
  }

  /// Puts something back and compares.
  private static func check(
    _ store: Store,
    _ model: inout ReversalModel,
    _ random: inout SeededGenerator
  ) throws {
    let revision = 2 + random.index(below: model.head - 1)
    let id: ExactString = "\(random.index(below: 6))"
    let names = ReversalModel.fields.filter { _ in random.oneIn(3) }
    let subject: Reversal.Subject
    let answer: ReversalModel.Answer?
    switch random.index(below: 3) {
    case 0:
      subject = .commit(Revision(UInt64(revision)))
      answer = model.reverting(revision)
    case 1:
      let point = Point.revision(Revision(UInt64(revision)))
      subject = .record(type: "thing", id: id, at: point, fields: names)
      answer = model.restoring(id, names, from: revision)
    default:
      subject = .deletion(type: "thing", id: id)
      answer = model.undeleting(id)
    }
    guard let answer else {
      #expect(refusal { try store.reverse(subject, by: "bo") }?.code == .notFound, "\(subject)")
      return
    }
    let found = try store.reversal(of: subject)
    let conflicts = found.conflicts.map { conflict in
      conflict.id.text + (conflict.field.map { " \($0.name)" } ?? "")
    }
    #expect(conflicts.sorted() == answer.conflicts.sorted(), "\(subject)")

    let error = refusal { try store.reverse(subject, by: "bo", isDryRun: true) }
    #expect(error?.code == (answer.conflicts.isEmpty ? nil : .conflict), "\(subject)")
    #expect(error?.others.count ?? 0 == answer.conflicts.count)
    #expect(try state(of: store) == model.now, "a dry run wrote")

    // What is in conflict stays where the rest alone is put back.
    let partly = try store.reverse(subject, by: "bo", conflicts: .skip, isDryRun: true)
    let touched = Set(found.differencesSkippingConflicts.map(\.id))
    #expect(Set(partly.outcomes.compactMap(\.id)) == touched, "\(subject)")
    for difference in found.differencesSkippingConflicts {
      let names =
        [difference.id.text] + difference.changes.map { "\(difference.id) \($0.field.name)" }
      #expect(answer.conflicts.allSatisfy { !names.contains($0) }, "\(subject)")
    }

    let rule: Reversal.ConflictRule = answer.conflicts.isEmpty ? .refuse : .force
    let receipt = try store.reverse(subject, by: "bo", conflicts: rule)
    #expect(try state(of: store) == answer.wanted, "\(subject)")
    #expect((receipt.revision == nil) == (answer.wanted == model.now), "\(subject)")
    if receipt.revision != nil { model.note(answer.wanted) }
    #expect(try store.reversal(of: subject).differences.isEmpty, "\(subject) is not done")
  }

  private static func state(of store: Store) throws -> ReversalModel.State {
    var state: ReversalModel.State = [:]
    _ = try store.forEach(Query("thing")) { record in
      state[record.id] = Dictionary(
        uniqueKeysWithValues: zip(record.definition.fields, record.values).compactMap {
          field,
          value in
          guard case .int(let number) = value else { return nil }
          return (field.name, number)
        }
      )
      return true
    }
    return state
  }
}
