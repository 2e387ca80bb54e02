import Annals
import TestSupport

/// Things in a dictionary, all their past states, and who touched what: it says what a reversal must do and refuse.
struct ReversalModel {
  typealias Values = [ExactString: Int64]
  typealias State = [ExactString: Values]

  /// A change of one thing by one commit; no fields for a creation or a deletion, which touch all.
  struct Touch {
    let revision: Int
    let id: ExactString
    let field: ExactString?
  }

  /// What must become of things, and whose later changes that would undo: `id` or `id field`.
  struct Answer: Equatable {
    var wanted: State
    var conflicts: [String] = []
  }

  static let fields: [ExactString] = ["a", "b", "c"]

  /// The state after each revision; the first two are the empty log and the type's definition.
  private(set) var states: [State] = [[:], [:]]
  private(set) var touches: [Touch] = []

  var head: Int { states.count - 1 }
  var now: State { states[head] }

  // MARK: - What happens

  /// Makes up a commit: a few changes of different things that all hold, or none at all.
  mutating func makeUp(_ random: inout SeededGenerator) -> [RecordOperation] {
    var state = now
    var made: [Touch] = []
    var operations: [RecordOperation] = []
    for number in 0..<6 where random.oneIn(2) {
      let id: ExactString = "\(number)"
      if state[id] != nil, random.oneIn(4) {
        operations.append(.remove(id))
        state[id] = nil
        made.append(Touch(revision: head + 1, id: id, field: nil))
        continue
      }
      var values: Values = [:]
      for field in Self.fields where random.oneIn(2) {
        values[field] = Int64(random.index(below: 3))
      }
      let list = values.map { (name: $0.key, value: Value?.some(.int($0.value))) }
      if let known = state[id] {
        operations.append(.update(type: "thing", id: id, list))
        for (field, value) in values where known[field] != value {
          state[id]?[field] = value
          made.append(Touch(revision: head + 1, id: id, field: field))
        }
      } else {
        operations.append(.create(type: "thing", id: id, list))
        state[id] = values
        made.append(Touch(revision: head + 1, id: id, field: nil))
      }
    }
    if !made.isEmpty {
      states.append(state)
      touches += made
    }
    return operations
  }

  /// Notes a commit that led to a state.
  mutating func note(_ state: State) {
    for id in Set(now.keys).union(state.keys) where now[id] != state[id] {
      if let old = now[id], let new = state[id] {
        for field in Self.fields where old[field] != new[field] {
          touches.append(Touch(revision: head + 1, id: id, field: field))
        }
      } else {
        touches.append(Touch(revision: head + 1, id: id, field: nil))
      }
    }
    states.append(state)
  }

  // MARK: - What must become of it

  /// How often a thing's field was touched after a revision: by how many commits.
  private func count(_ id: ExactString, _ field: ExactString?, after revision: Int) -> Int {
    let later = touches.filter {
      $0.revision > revision && $0.id == id
        && (field == nil || $0.field == nil || $0.field == field)
    }
    return Set(later.map(\.revision)).count
  }

  /// Undoing a commit.
  func reverting(_ revision: Int) -> Answer {
    var answer = Answer(wanted: now)
    let before = states[revision - 1], after = states[revision]
    for id in Set(before.keys).union(after.keys).sorted() where before[id] != after[id] {
      guard let old = before[id] else {
        guard now[id] != nil else { continue }
        answer.wanted[id] = nil
        if count(id, nil, after: revision) > 0 { answer.conflicts.append(id.text) }
        continue
      }
      guard let new = after[id] else {
        answer.put(id, Self.fields, old, in: now) {
          now[id] != nil && count(id, $0, after: revision) > 0
        }
        continue
      }
      let changed = Self.fields.filter { old[$0] != new[$0] }
      answer.put(id, changed, old, in: now, last: last(id)) { count(id, $0, after: revision) > 0 }
    }
    return answer
  }

  /// Putting a thing back to what it was; nil where it did not live.
  func restoring(_ id: ExactString, _ names: [ExactString], from revision: Int) -> Answer? {
    guard let old = states[revision][id], names.isEmpty || now[id] != nil else { return nil }
    var answer = Answer(wanted: now)
    let fields = names.isEmpty ? Self.fields : Self.fields.filter(names.contains)
    answer.put(id, fields, old, in: now) { count(id, $0, after: revision) > 1 }
    return answer
  }

  /// Letting a thing live again; nil where it never lived.
  func undeleting(_ id: ExactString) -> Answer? {
    guard touches.contains(where: { $0.id == id }) else { return nil }
    var answer = Answer(wanted: now)
    let deletion = (1...head).last { states[$0][id] == nil && states[$0 - 1][id] != nil }
    guard let deletion, let old = states[deletion - 1][id] else { return answer }
    answer.put(id, Self.fields, old, in: now) {
      now[id] != nil && count(id, $0, after: deletion) > 0
    }
    return answer
  }

  /// A thing as it was when it lived last.
  private func last(_ id: ExactString) -> Values? { states.last { $0[id] != nil }?[id] }
}

extension ReversalModel.Answer {
  /// Puts fields of a thing back to old values.
  ///
  /// - Parameters:
  ///   - last: what it has besides, should it live no more.
  ///   - isLater: whether a later change of a field would be undone.
  fileprivate mutating func put(
    _ id: ExactString,
    _ fields: [ExactString],
    _ old: ReversalModel.Values,
    in now: ReversalModel.State,
    last: ReversalModel.Values? = nil,
    _ isLater: (ExactString) -> Bool
  ) {
    for field in fields where now[id] == nil || now[id]?[field] != old[field] {
      if isLater(field) { conflicts.append("\(id) \(field)") }
    }
    var values = now[id] ?? last ?? [:]
    for field in fields { values[field] = old[field] }
    wanted[id] = values
  }
}
