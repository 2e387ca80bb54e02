import Annals
import TestSupport
import Testing

/// Compares what a store answers with what the model says.
struct StoreCheck {
  let store: Store
  let model: Model
  /// The orders and conditions that lists are asked for in, besides the order of each view.
  private var orders = Self.orders
  private var conditions = Self.conditions

  /// Compares in every order and with every condition.
  init(store: Store, model: Model) {
    self.store = store
    self.model = model
  }

  /// Compares by id and in another order, and with two conditions.
  init(store: Store, model: Model, sampling random: inout SeededGenerator) {
    self.init(store: store, model: model)
    orders = [[], random.pick(Self.orders)]
    conditions = [random.pick(Self.conditions), random.pick(Self.conditions)]
  }

  private static let orders: [[(field: ExactString, isDescending: Bool)]] = [
    [], [("age", false)], [("age", true), ("name", false)], [("score", true)], [("note", false)],
    [("note", true)], [("ratio", false), ("seen", false)], [("flag", true), ("owner", false)],
    [("size", false)], [("day", true)], [("uid", false)], [("doc", true), ("blob", false)],
    [("label", true)],
  ]

  private static let conditions: [(text: String, accepts: @Sendable (Model.Entry) -> Bool)] = [
    ("owner = 'x'", { $0.values["owner"] == .text("x") }),
    (
      "owner = 'x' and age >= 0",
      { $0.values["owner"] == .text("x") && int($0, "age").map { $0 >= 0 } ?? false }
    ),
    ("age between -1 and 1", { int($0, "age").map { (-1...1).contains($0) } ?? false }),
    ("not age > 0", { int($0, "age").map { $0 <= 0 } ?? false }),
    (
      "age is null or owner in ('y', 'z')",
      { entry in
        isNull(entry, "age") || ["y", "z"].contains { entry.values["owner"] == .text($0) }
      }
    ),
    (
      "owner is not null and flag = true",
      { !isNull($0, "owner") && $0.values["flag"] == .bool(true) }
    ),
    (
      "name like 'e%' and not owner <> 'x'",
      { entry in
        guard case .text(let name)? = entry.values["name"] else { return false }
        return name.unicodeScalars.first == "e" && entry.values["owner"] == .text("x")
      }
    ),
    (
      "size < 2",
      { entry in
        guard let size = entry.values["size"], !size.isNull else { return false }
        return (Double(size.text) ?? 9) < 2
      }
    ),
    (
      "label = 'x' and day >= '1970-01-01'",
      { entry in
        guard case .date(let day)? = entry.values["day"] else { return false }
        return entry.values["label"] == .text("x") && day.days >= 0
      }
    ),
  ]

  private static func int(_ entry: Model.Entry, _ field: ExactString) -> Int64? {
    if case .int(let number)? = entry.values[field] { number } else { nil }
  }

  private static func isNull(_ entry: Model.Entry, _ field: ExactString) -> Bool {
    entry.values[field]?.isNull ?? true
  }

  /// Every list of every type at a revision.
  func lists(at revision: Revision, isHead: Bool = false) throws {
    let point: Point = isHead ? .head : .revision(revision)
    let definitions = try store.types(at: point)
    let shapes = model.shapes[Int(revision.rawValue)]
    #expect(Set(definitions.map(\.name)) == Set(shapes.keys))
    for definition in definitions {
      let shape = try #require(shapes[definition.name])
      #expect(Model.Shape(fields: definition.fields.map { ($0.name, $0.kind) }) == shape)
      try deleted(definition, at: revision, point)
      for order in orders where order.allSatisfy({ definition.field($0.field) != nil }) {
        let sort = try order.map {
          SortKey(
            field: try definition.requireField($0.field).number,
            isDescending: $0.isDescending
          )
        }
        try list(
          Query(definition.name, sort: sort),
          point,
          model.list(definition.name, at: revision, by: order)
        )
        for (text, accepts) in conditions {
          guard let condition = try? Condition(parsing: text, for: definition) else { continue }
          let expected = model.list(definition.name, at: revision, by: order, where: accepts)
          try list(Query(definition.name, where: condition, sort: sort), point, expected)
        }
      }
      for view in definition.views {
        let keys = view.filters.map { SortKey(field: $0) } + view.sorts
        let order = keys.compactMap { key in
          definition.index(ofNumber: key.field).map {
            (definition.fields[$0].name, key.isDescending)
          }
        }
        let expected = model.list(definition.name, at: revision, by: order)
        try list(Query(definition.name, view: view.name), point, expected)
      }
    }
  }

  private func list(
    _ query: Query,
    _ point: Point,
    _ expected: [(id: ExactString, entry: Model.Entry)]
  ) throws {
    let page = try store.fetch(query, at: point)
    #expect(page.next == nil)
    same(page.records, expected, "\(query) at \(point)")
    #expect(try store.count(query, at: point) == UInt64(expected.count))
    guard expected.count > 1 else { return }
    // The same in pages, by token and by offset.
    var paged = query
    paged.limit = 1 + expected.count / 3
    var records: [StoredRecord] = []
    repeat {
      let page = try store.fetch(paged, at: point)
      records.append(contentsOf: page.records)
      paged.after = page.next
    } while paged.after != nil && records.count <= expected.count
    same(records, expected, "\(query) at \(point), by pages")
    var later = query
    later.offset = 1
    later.limit = 2
    same(try store.fetch(later, at: point).records, Array(expected.dropFirst().prefix(2)), "offset")
  }

  private func same(
    _ records: [StoredRecord],
    _ expected: [(id: ExactString, entry: Model.Entry)],
    _ what: String
  ) {
    guard records.map(\.id) == expected.map(\.id) else {
      Issue.record("\(what): \(records.map(\.id)) is not \(expected.map(\.id))")
      return
    }
    for (record, wanted) in zip(records, expected) { same(record, wanted.entry, what) }
  }

  private func same(_ record: StoredRecord, _ entry: Model.Entry, _ what: String) {
    let found = Model.Entry(
      version: record.version,
      life: record.life,
      isAlive: true,
      revision: record.revision,
      created: record.created,
      updated: record.updated,
      values: Dictionary(
        uniqueKeysWithValues: zip(record.definition.fields, record.values).compactMap {
          field,
          value in
          value.map { (field.name, $0) }
        }
      )
    )
    #expect(found == entry, "\(record.id) in \(what)")
  }

  /// Every record by id at a revision, with the three negative answers told apart.
  func records(at revision: Revision, _ keys: Set<Model.Key>, isHead: Bool = false) throws {
    let state = model.state(at: revision)
    for key in keys where model.shapes[Int(revision.rawValue)][key.type] != nil {
      switch try store.lookup(key.type, key.id, at: isHead ? .head : .revision(revision)) {
      case .found(let record): same(record, state[key] ?? Model.Entry(), "\(key) at \(revision)")
      case .deleted(_, let event):
        #expect(state[key]?.isAlive == false)
        #expect(event.version == state[key]?.version && event.op == .delete)
      case .notYetCreated(let event):
        #expect(state[key] == nil && event.version == 1 && event.position.revision > revision)
      case .neverExisted: #expect(model.states[model.states.count - 1][key] == nil)
      }
    }
  }

  /// The events of every record, or of some, both ways, and each version.
  func histories(of keys: Set<Model.Key>? = nil) throws {
    for (key, past) in Dictionary(grouping: model.past, by: \.key)
    where keys?.contains(key) ?? true {
      var events: [Event] = []
      try store.events(of: key.type, key.id) { event in
        events.append(event)
        return true
      }
      #expect(events.map(\.version) == past.map(\.version))
      #expect(events.map(\.op) == past.map(\.op))
      #expect(events.map(\.position.revision) == past.map(\.revision))
      #expect(events.map(\.commit.actor) == past.map(\.actor))
      var backwards: [UInt64] = []
      try store.events(of: key.type, key.id, reversed: true) { event in
        backwards.append(event.version)
        return true
      }
      #expect(backwards == past.reversed().map(\.version))
      for event in past {
        let (record, found) = try store.version(event.version, of: key.type, key.id)
        #expect(found.version == event.version && (record == nil) == (event.op == .delete))
      }
    }
  }

  /// A replay to a revision, which must show the same records as the views.
  func replay(to revision: Revision, useSnapshots: Bool) throws {
    var records: [ExactString: [StoredRecord]] = [:]
    try store.replay(to: .revision(revision), useSnapshots: useSnapshots) { record in
      records[record.definition.name, default: []].append(record)
      return true
    }
    for type in model.shapes[Int(revision.rawValue)].keys {
      same(records[type] ?? [], model.list(type, at: revision, by: []), "replay to \(revision)")
    }
  }
}
