import Annals
import Foundation
import Testing

/// The next program's type: a field more, and a rule of its own.
private enum Next {
  struct Item: Record {
    var id: String
    var name: String
    var age: String?
    var size: Int?
    var color: String?

    static let schema = Schema<Item>("item") {
      Field("name", \.name)
      Field("age", \.age)
      Field("size", \.size, .minimum(2))
      Field("color", \.color)
      View("by-name", sortedBy: \.name)
      View("by-color", sortedBy: \.color)
    }
  }
}

/// The first program's type with a name that must be there.
private enum Named {
  struct Item: Record {
    var id: String
    var name: String
    var age: String?
    var size: Int?

    static let schema = Schema<Item>("item") {
      Field("name", \.name, .required)
      Field("age", \.age)
      Field("size", \.size)
      View("by-name", sortedBy: \.name)
    }
  }
}

/// What `annals type alter` does while programs have Swift types that know nothing of it.
@Suite struct `A type that was altered at the terminal` {
  private func alter(
    _ folder: String,
    because reason: String? = nil,
    _ change: (inout TypeAlteration) throws -> Void
  ) throws {
    let store = try Store.open(at: folder, options { _ in })
    defer { store.close() }
    var alteration = TypeAlteration(of: try store.type("item"))
    try change(&alteration)
    #expect(try store.alter(alteration, by: "operator", because: reason).revision != nil)
  }

  private func rules(_ alteration: inout TypeAlteration, of name: ExactString, _ rules: Rules)
    throws
  {
    var field = try #require(alteration.fields.first { $0.name == name })
    field.rules = rules
    try alteration.change(field)
  }

  /// A reason policy, a view, a unique name and a greatest size.
  private func withPolicies(_ body: (String) throws -> Void) throws {
    try withFirstItems { folder in
      try alter(folder) { alteration in
        alteration.reasonRule = .required(length: 5)
        alteration.keep(ViewDefinition("by-size", filters: [], sorts: [SortKey(field: 3)]))
        try rules(&alteration, of: "name", Rules(isUnique: true))
        try rules(&alteration, of: "size", Rules(maximum: .int(9)))
      }
      try body(folder)
    }
  }

  private let policies = """
    kept as altered: item: change the rules of field name
    kept as altered: item: change the rules of field size
    kept as altered: item: add view by-size
    kept as altered: item: change the type
    """

  @Test func `is opened by the program, for which its rules hold and its views answer`() throws {
    try withPolicies { folder in
      try opened(folder, for: First.Item.self) { (store) throws in
        #expect(try store.head().revision == 5)
        func refusal(_ item: First.Item, because reason: String?) throws -> StoreError? {
          #expect(throws: StoreError.self) { try store.insert(item, by: "test", because: reason) }
        }
        let cy = First.Item(id: "c", name: "Cy")
        #expect(try refusal(cy, because: nil)?.code == .badData)
        let ann = try refusal(First.Item(id: "c", name: "Ann"), because: "a second Ann")
        #expect(ann?.rule == .unique && ann?.field == "name")
        let large = try refusal(First.Item(id: "c", name: "Cy", size: 10), because: "too large")
        #expect(large?.rule == .maximum("9") && large?.field == "size")
        try store.insert(cy, by: "test", because: "all is well")
        let bySize = FetchDescriptor<First.Item>(sortBy: [SortDescriptor(\.size)])
        #expect(
          try store.explain(bySize)?.source == .view(name: "by-size", fixed: 0, isBounded: false)
        )
        #expect(try store.fetch(bySize).map(\.name) == ["Bob", "Ann", "Cy"])
      }
    }
  }

  @Test func `is told of by a plan, though there is nothing to do`() throws {
    try withPolicies { folder in
      let plan = try Store.migrationPlan(at: folder, for: First.Item.self)
      #expect(plan.isEmpty && plan.kept.count == 4)
      #expect(plan.description == "nothing to do\n" + policies)
      try opened(folder, for: First.Item.self) { (store) throws in
        #expect(try store.migrationPlan().description == plan.description)
      }
    }
  }

  @Test func `stays so when the next program changes the type, and the one after that`() throws {
    try withPolicies { folder in
      let reason = options { $0.schemaReason = "version 2" }
      let plan = try Store.migrationPlan(at: folder, for: Next.Item.self)
      #expect(
        plan.description == """
          item: change the rules of field size
          item: add field color
          item: add view by-color

          """ + policies
      )
      for revision: Revision in [6, 6] {
        try opened(folder, for: Next.Item.self, reason) { (store) throws in
          #expect(try store.head().revision == revision)
          let type = try store.type("item")
          #expect(type.reasonRule == .required(length: 5))
          #expect(type.views.map(\.name) == ["by-name", "by-color", "by-size"])
          #expect(type.field("name")?.rules == Rules(isUnique: true))
          // What the program says is added to it.
          #expect(type.field("size")?.rules == Rules(minimum: .int(2), maximum: .int(9)))
        }
      }
      // An earlier program is an earlier program still.
      let error = #expect(throws: StoreError.self) { try opened(folder, for: First.Item.self) }
      #expect(error?.code == .newerTypes && error?.field == "color")
    }
  }

  @Test func `has a reason asked of the commit that changes it, which the options give`() throws {
    try withFirstItems { folder in
      try alter(folder) { $0.reasonRule = .required(pattern: "#[0-9]+") }
      let error = #expect(throws: StoreError.self) { try opened(folder, for: Next.Item.self) }
      #expect(error?.code == .badData)
      try opened(folder, for: Next.Item.self, options { $0.schemaReason = "#12" })
    }
  }

  @Test func `gives way where a program asks for something new`() throws {
    try withFirstItems { folder in
      try alter(folder) { try rules(&$0, of: "size", Rules(isUnique: true, minimum: .int(1))) }
      try opened(folder, for: Next.Item.self) { (store) throws in
        let rules = try store.type("item").field("size")?.rules
        #expect(rules == Rules(isUnique: true, minimum: .int(2)))
      }
    }
  }

  @Test func `stays without a view that was dropped`() throws {
    try withFirstItems { folder in
      try alter(folder) { try $0.dropView("by-name") }
      try opened(folder, for: First.Item.self) { (store) throws in
        #expect(try store.type("item").views.isEmpty)
        #expect(try store.migrationPlan().kept.map(\.words) == ["drop view by-name"])
      }
    }
  }

  @Test func `loses a view with the field that it shows`() throws {
    struct Item: Record {
      var id: String
      var name: String
      static let schema = Schema<Item>("item") {
        Field("name", \.name)
        Dropped("age", "size")
        View("by-name", sortedBy: \.name)
      }
    }
    try withFirstItems { folder in
      try alter(folder) {
        $0.keep(ViewDefinition("by-size", filters: [], sorts: [SortKey(field: 3)]))
      }
      try opened(folder, for: Item.self) { (store) throws in
        #expect(try store.type("item").views.map(\.name) == ["by-name"])
      }
    }
  }

  @Test func `keeps a field that no program knows, and what it holds`() throws {
    try withFirstItems { folder in
      try alter(folder) {
        try $0.add(
          FieldDefinition("note", .text, Rules(isRequired: true, defaultValue: .text("–")))
        )
        let note = try #require($0.fields.last)
        $0.keep(ViewDefinition("by-note", filters: [], sorts: [SortKey(field: note.number)]))
      }
      func notes(_ store: Store) throws -> [Value?] {
        try store.fetch(Query("item", sort: [SortKey(field: 4)])).records.map { $0["note"] }
      }
      let typed = try Store.open(at: folder, for: First.Item.self, options: options { _ in })
      _ = try typed.write(by: "ann", [.update(type: "item", id: "a", [("note", .text("tall"))])])
      try typed.update(First.Item.self, "a", by: "test") { $0.size = 6 }
      try typed.save(First.Item(id: "a", name: "Anna"), by: "test")
      try typed.insert(First.Item(id: "c", name: "Cy"), by: "test")
      #expect(try notes(typed) == [.text("tall"), .text("–"), .text("–")])
      #expect(try typed.get(First.Item.self, "a") == First.Item(id: "a", name: "Anna"))
      #expect(
        try typed.migrationPlan().description == """
          nothing to do
          kept as altered: item: add field note
          kept as altered: item: fill field note with – where it has no value
          kept as altered: item: add view by-note
          """
      )
      let head = try typed.head().revision
      typed.close()
      for _ in 1...2 {
        try opened(folder, for: Next.Item.self) { (store) throws in
          #expect(try store.head().revision == head.next)
          #expect(
            try store.type("item").fields.map(\.name) == ["name", "age", "size", "color", "note"]
          )
          #expect(try notes(store) == [.text("tall"), .text("–"), .text("–")])
        }
      }
    }
  }

  @Test func `loses a field that a schema drops, and goes on as one that it has`() throws {
    struct Dropping: Record {
      var id: String
      var name: String
      static let schema = Schema<Dropping>("item") {
        Field("name", \.name)
        Dropped("age", "size", "color")
        View("by-name", sortedBy: \.name)
      }
    }
    try withFirstItems { folder in
      try alter(folder) { try $0.add(FieldDefinition("color", .text)) }
      let number = try Store.open(at: folder).type("item").field("color")?.number
      try opened(folder, for: Next.Item.self) { (store) throws in
        #expect(try store.type("item").field("color")?.number == number)
      }
      try opened(folder, for: Dropping.self) { (store) throws in
        #expect(try store.type("item").fields.map(\.name) == ["name"])
      }
    }
  }

  @Test func `is refused where it was defined there with a field that the program does not have`()
    throws
  {
    try withFolder { folder in
      let store = try Store.create(at: folder + "/store", options { _ in })
      let fields = ["name", "age", "size", "nmae"].map { FieldDefinition(ExactString($0), .text) }
      _ = try store.write(by: "operator", [.define(TypeDefinition(name: "item", fields: fields))])
      store.close()
      let error = #expect(throws: StoreError.self) {
        try opened(folder + "/store", for: First.Item.self)
      }
      #expect(error?.violations.map(\.field).contains("nmae") == true)
    }
  }

  @Test func `is as the program says again where that is meant`() throws {
    try withPolicies { folder in
      let options = options {
        $0.earlierTypes = .restored
        $0.schemaReason = "back to the program's"
      }
      try opened(folder, for: First.Item.self, options) { (store) throws in
        let type = try store.type("item")
        #expect(type.reasonRule == nil && type.views.map(\.name) == ["by-name"])
        #expect(type.fields.allSatisfy { $0.rules == Rules() })
      }
      // Now it is a program that changed it last.
      try opened(folder, for: First.Item.self) { (store) throws in
        #expect(try store.head().revision == 6)
        #expect(try store.migrationPlan().description == "nothing to do")
      }
    }
  }

  @Test func `is altered again and again, and back`() throws {
    try withFirstItems { folder in
      for least in [1, 2] as [Int64] {
        try alter(folder) { try rules(&$0, of: "size", Rules(minimum: .int(least))) }
        try opened(folder, for: First.Item.self) { (store) throws in
          #expect(try store.type("item").field("size")?.rules.minimum == .int(least))
        }
      }
      try alter(folder) { try rules(&$0, of: "size", Rules()) }
      try opened(folder, for: First.Item.self) { (store) throws in
        #expect(try store.head().revision == 7)
        #expect(try store.migrationPlan().kept.isEmpty)
      }
    }
  }

  @Test func `does not hide what a later program changed`() throws {
    try withFirstItems { folder in
      try opened(folder, for: Named.Item.self)
      try alter(folder) { try rules(&$0, of: "size", Rules(minimum: .int(1))) }
      let error = #expect(throws: StoreError.self) { try opened(folder, for: First.Item.self) }
      #expect(error?.code == .newerTypes)
      #expect(error?.message.hasSuffix(": change the rules of field name") == true)
      let plan = try Store.migrationPlan(at: folder, for: Named.Item.self)
      #expect(plan.isEmpty && plan.kept.map(\.name) == ["size"])
      try opened(folder, for: First.Item.self, options { $0.earlierTypes = .kept }) {
        (store) throws in
        #expect(try store.migrationPlan().kept.isEmpty == false)
        #expect(try store.type("item").field("name")?.rules.isRequired == true)
      }
    }
  }

  @Test func `is refused where the Swift type could not read it`() throws {
    func refusal<T: Record>(
      _ type: T.Type,
      _ change: (inout TypeAlteration) throws -> Void
    ) throws -> StoreError? {
      var error: StoreError?
      try withFirstItems { folder in
        try opened(folder, for: type)
        try alter(folder, change)
        error = #expect(throws: StoreError.self) { try opened(folder, for: type) }
        let plan = try Store.migrationPlan(at: folder, for: type)
        #expect(plan.problems == error?.violations)
      }
      return error
    }
    let loose = try refusal(Named.Item.self) { try rules(&$0, of: "name", Rules()) }
    #expect(loose?.code == .newerTypes && loose?.field == "name")
    #expect(loose?.message.contains("cannot be nil") == true)
    let dropped = try refusal(First.Item.self) { try $0.drop("size") }
    #expect(dropped?.code == .newerTypes && dropped?.field == "size")
    let renamed = try refusal(First.Item.self) { try $0.rename("age", to: "years") }
    #expect(renamed?.code == .newerTypes)
    let kind = try refusal(First.Item.self) { try $0.change(FieldDefinition("size", .text)) }
    #expect(kind?.code == .usage && kind?.field == "size")
  }
}
