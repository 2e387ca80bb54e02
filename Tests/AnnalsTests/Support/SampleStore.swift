import Annals
import Foundation

/// A small store with some of everything: two types, views, unique values, deletions, new lives, long texts.
enum SampleStore {
  static func definitions() throws -> [TypeDefinition] {
    [
      try .thing(
        FieldDefinition("n", .int),
        FieldDefinition("t", .text),
        FieldDefinition("u", .text, Rules(isUnique: true)),
        views: [
          ViewDefinition("by-n", filters: [], sorts: [SortKey(field: 1)]),
          ViewDefinition("by-t", filters: [2], sorts: [SortKey(field: 1, isDescending: true)]),
        ]
      ),
      try TypeDefinition(name: "other", fields: [FieldDefinition("d", .decimal)]),
    ]
  }

  /// Makes a store of five commits and closes it; its views and snapshots are at the given revisions.
  ///
  /// - Parameter salt: makes the contents of two stores differ.
  static func make(
    at path: String,
    salt: Int64 = 0,
    snapshots: Set<UInt64> = [],
    views: UInt64 = 5
  ) throws {
    let store = try Store.create(at: path, .quick)
    defer { store.close() }
    for (number, operations) in try commits(salt).enumerated() {
      try store.write(operations)
      let revision = UInt64(number) + 1
      if snapshots.contains(revision) { try store.snapshot() }
      if revision == views { try store.catchUp() }
    }
  }

  private static func commits(_ salt: Int64) throws -> [[RecordOperation]] {
    let long = String(repeating: "long ", count: 150)
    return [
      try definitions().map(RecordOperation.define),
      (0..<40).map { number in
        .new(
          "\(number)",
          [
            "n": .int(Int64(number) * 7 % 40 + salt), "t": .text(number % 3 == 0 ? long : "t"),
            "u": .text("u\(number)"),
          ]
        )
      },
      (0..<9).map { .set("\($0)", ["n": .null, "t": $0 % 2 == 0 ? nil : .text("\(salt)")]) },
      (20..<30).map { .remove("\($0)") } + [.create(type: "other", id: "o", [])],
      [.new("20", ["u": .text("u21")]), .delete(type: "other", id: "o")],
    ]
  }

  /// All that such a store says of itself, as text.
  static func answers(of store: Store) throws -> [String] {
    var lines: [String] = []
    func add(_ records: [StoredRecord], _ what: String) {
      for record in records {
        let values = record.values.map { $0.map { $0.isNull ? "null" : $0.text } ?? "-" }
        lines.append(
          "\(what) \(record.id) v\(record.version) l\(record.life) \(record.revision) \(values)"
        )
      }
    }
    let head = try store.head().revision
    for number in 1...head.rawValue {
      for point in [Point.revision(Revision(number))] + (number == head.rawValue ? [.head] : []) {
        for definition in try store.types(at: point) {
          let query = Query(definition.name)
          add(try store.fetch(query, at: point).records, "\(point)")
          lines.append("count \(try store.count(query, at: point))")
          for view in definition.views {
            add(try store.fetch(Query(definition.name, view: view.name), at: point).records, "view")
          }
        }
      }
    }
    for number in 0..<41 {
      let id: ExactString = "\(number)"
      lines.append("\(try store.lookup("thing", id).record?.version as Any)")
      try store.events(of: "thing", id) { event in
        lines.append("event \(event.op) v\(event.version) \(event.position) \(event.changes.count)")
        return true
      }
      if try store.record(id) != nil {
        add([try store.version(1, of: "thing", id).record].compactMap(\.self), "v1")
      }
    }
    return lines
  }

  /// Which unique values are taken, as writes find it.
  static func takenValues(of store: Store) throws -> [Int] {
    var dry = Store.WriteOptions()
    dry.isDryRun = true
    return (0..<41).filter { number in
      code { try store.write([.new("new", ["u": .text("u\(number)")])], dry) } == .notUnique
    }
  }
}
