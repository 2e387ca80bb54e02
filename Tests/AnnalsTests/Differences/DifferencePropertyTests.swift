import Annals
import Foundation
import TestSupport
import Testing

/// Random histories: what differs between two points is what differs between two replays, and a list differs by what
/// a plain filter finds in them.
@Suite struct DifferencePropertyTests {
  private typealias State = [ExactString: StoredRecord]

  @Test func `differences are those of two replays, whole, of one record and of a list`() throws {
    var generator = RandomConditions(random: SeededGenerator())
    try withFolder { folder in
      let path = folder + "/store"
      let store = try Store.create(at: path, .quick)
      try store.write([.define(RandomConditions.definition())])
      let snapshot = 1 + generator.random.index(below: 30)
      var living: Set<ExactString> = []
      for round in 1...30 {
        try Self.write(to: store, &living, &generator)
        if round == snapshot { try store.snapshot() }
      }
      try Self.check(store, &generator)
      store.close()

      // Views that begin at a snapshot answer the same of what was before it.
      try FileManager.default.removeItem(atPath: path + "/views")
      var options = Store.Options.quick
      options.restoreEvents = 1
      let restored = try Store.open(at: path, options)
      defer { restored.close() }
      try Self.check(restored, &generator)
      #expect(try restored.statistics().indexedSince > .zero)
    }
  }

  private static func write(
    to store: Store,
    _ living: inout Set<ExactString>,
    _ generator: inout RandomConditions
  ) throws {
    var operations: [RecordOperation] = []
    for _ in 0..<generator.random.index(below: 8) {
      let id: ExactString = "\(generator.random.index(below: 12))"
      if generator.random.oneIn(3), living.remove(id) != nil {
        operations.append(.remove(id))
      } else {
        let values = generator.values().map { (name: ExactString($0.key.name), value: $0.value) }
        operations.append(
          generator.random.oneIn(2)
            ? .replace(type: "thing", id: id, values)
            : .put(type: "thing", id: id, Array(values.prefix(2)))
        )
        living.insert(id)
      }
    }
    try store.write(operations)
  }

  private static func check(_ store: Store, _ generator: inout RandomConditions) throws {
    let head = try store.head().revision
    for _ in 0..<rounds(60) {
      let revisions = (0..<2).map { _ in
        Revision(1 + UInt64(generator.random.index(below: Int(head.rawValue))))
      }
      let from = Point.revision(revisions[0]), to = Point.revision(revisions[1])
      let old = try state(of: store, at: from), new = try state(of: store, at: to)
      let ids = Set(old.keys).union(new.keys).sorted()

      let records = ids.compactMap { line(old[$0], new[$0]) }
      let found = try store.differences(from: from, to: to, type: "thing")
      #expect(found.map(line) == records, "from \(from) to \(to)")
      for id in ids {
        let one = try store.difference(of: "thing", id, from: from, to: to)
        #expect(one == found.first { $0.id == id }, "\(id) from \(from) to \(to)")
      }

      let condition = generator.condition()
      let places = ids.compactMap { id -> String? in
        guard let line = line(old[id], new[id]) else { return nil }
        switch (accepts(condition, old[id]), accepts(condition, new[id])) {
        case (false, false): return nil
        case (false, true): return "entered " + line
        case (true, false): return "left " + line
        case (true, true): return "changed " + line
        }
      }
      let listed = try store.listDifferences(from: from, to: to, type: "thing", where: condition)
      #expect(
        listed.map { "\($0.kind) " + line($0.record) } == places,
        "\(condition) from \(from) to \(to)"
      )
      guard !ids.isEmpty else { continue }
      let id = generator.random.pick(ids)
      let one = try store.listDifferences(
        from: from,
        to: to,
        type: "thing",
        id: id,
        where: condition
      )
      #expect(one == listed.filter { $0.record.id == id }, "\(id), \(condition)")
    }
  }

  private static func state(of store: Store, at point: Point) throws -> State {
    var state: State = [:]
    try store.replay(to: point, useSnapshots: false) { record in
      state[record.id] = record
      return true
    }
    return state
  }

  private static func accepts(_ condition: Condition, _ record: StoredRecord?) -> Bool {
    guard let record else { return false }
    var values: [Kind: Value] = [:]
    for (field, value) in zip(record.definition.fields, record.values) {
      values[field.kind] = value
    }
    return truth(of: condition, values) == true
  }

  /// How two states of a record differ; nil where they do not.
  private static func line(_ old: StoredRecord?, _ new: StoredRecord?) -> String? {
    guard let either = new ?? old else { return nil }
    let changes = either.definition.fields.compactMap { field -> String? in
      let values = (old?[field.name], new?[field.name])
      return values.0 == values.1 ? nil : text(field, values.0, values.1)
    }
    guard let old else { return "created \(either.id) \(changes)" }
    guard let new else { return "deleted \(either.id) \(changes)" }
    let versions = "\(old.version) → \(new.version)"
    return changes.isEmpty ? nil : "changed \(either.id) \(versions) \(changes)"
  }

  private static func line(_ difference: Difference) -> String {
    let changes = difference.changes.map { text($0.field, $0.old, $0.new) }
    let versions = "\(difference.oldVersion) → \(difference.newVersion) "
    let shown = difference.kind == .changed ? versions : ""
    return "\(difference.kind) \(difference.id) \(shown)\(changes)"
  }

  private static func text(_ field: FieldDefinition, _ old: Value?, _ new: Value?) -> String {
    "\(field.name) \(old as Any) → \(new as Any)"
  }
}
