import Annals
import Foundation
import Testing

@Suite struct `A schema is held against its type when a store is opened` {
  private func error<T: Record>(for type: T.Type) -> StoreError? {
    #expect(throws: StoreError.self) { try Store.inMemory(for: type) }
  }

  @Test func `a property without a field`() {
    struct Lost: Record {
      var id: String
      var name: String
      var nickname: String?
      static let schema = Schema<Lost>("lost") { Field("name", \.name) }
    }
    let error = error(for: Lost.self)
    #expect(error?.code == .usage)
    #expect(error?.message == "Lost: the property with the coding key 'nickname' is no field")
  }

  @Test func `a field whose name is not the coding key`() {
    struct Renamed: Record {
      var id: String
      var fullName: String?
      static let schema = Schema<Renamed>("renamed") { Field("name", \.fullName) }
    }
    #expect(error(for: Renamed.self)?.message.contains("'fullName' is no field") == true)
    struct Computed: Record {
      var id: String
      var name: String
      var length: Int { name.count }
      static let schema = Schema<Computed>("computed") {
        Field("name", \.name)
        Field("length", \.length)
      }
    }
    #expect(error(for: Computed.self)?.message.contains("no coding key 'length'") == true)
    #expect(error(for: Computed.self)?.field == "length")
  }

  @Test func `key paths that were mixed up`() {
    struct Mixed: Record {
      var id: String
      var first: String
      var middle: Int
      var last: String
      static let schema = Schema<Mixed>("mixed") {
        Field("first", \.last)
        Field("middle", \.middle)
        Field("last", \.first)
      }
    }
    #expect(
      error(for: Mixed.self)?.message.contains("does not hold what is kept as 'first'") == true
    )
    struct Flags: Record {
      var id: String
      var a: Bool
      var b: Bool
      var c: Bool
      static let schema = Schema<Flags>("flags") {
        Field("a", \.c)
        Field("b", \.b)
        Field("c", \.a)
      }
    }
    #expect(error(for: Flags.self)?.field == "a")
  }

  @Test func `a renamed property keeps its stored name by its coding key`() throws {
    struct Kept: Record, Equatable {
      var id: String
      var fullName: String
      enum CodingKeys: String, CodingKey { case id, fullName = "name" }
      static let schema = Schema<Kept>("kept") { Field("name", \.fullName) }
    }
    let store = try Store.inMemory(for: Kept.self)
    try store.insert(Kept(id: "1", fullName: "Ann"), by: "test")
    #expect(try store.lookup("kept", "1").record?["name"] == .text("Ann"))
    #expect(try store.fetch(Kept.self) == [Kept(id: "1", fullName: "Ann")])
  }

  @Test func `rules and views that do not hold`() {
    struct Bad: Record {
      var id: String
      var age: UInt64
      static let schema = Schema<Bad>("bad") { Field("age", \.age, .maximum(.max)) }
    }
    #expect(error(for: Bad.self)?.field == "age")
    struct NoField: Record {
      var id: String
      var age: Int
      static let schema = Schema<NoField>("no-field") {
        Field("age", \.age)
        View("by-id", sortedBy: \.id)
      }
    }
    #expect(error(for: NoField.self)?.message.contains("which is no field") == true)
    struct Doubled: Record {
      var id: String
      var age: Int
      static let schema = Schema<Doubled>("doubled") {
        Field("age", \.age)
        Field("age", \.age)
      }
    }
    #expect(error(for: Doubled.self)?.message == "the field age is defined twice")
  }

  @Test func `rules are the store's own`() throws {
    struct Ruled: Record {
      enum Size: String, Codable { case small, large }
      var id: String
      var name: String
      var age: Int
      var size: Size
      var code: String?
      static let schema = Schema<Ruled>("ruled", reason: .required(length: 3)) {
        Field("name", \.name, .required, .length(1...5))
        Field("age", \.age, .range(0...150), .default(18))
        Field("size", \.size, .oneOf(.small, .large))
        Field("code", \.code, .unique, .immutable)
        View("newest", of: \.size, sortedBy: SortDescriptor(\.age, order: .reverse))
      }
    }
    let store = try Store.inMemory(for: Ruled.self)
    let type = try store.type("ruled")
    #expect(type.reasonRule == .required(length: 3))
    #expect(type.field("code")?.rules == Rules(isUnique: true, isImmutable: true))
    #expect(
      type.field("name")?.rules == Rules(isRequired: true, minimum: .int(1), maximum: .int(5))
    )
    #expect(
      type.field("age")?.rules
        == Rules(
          isRequired: true,
          minimum: .int(0),
          maximum: .int(150),
          defaultValue: .int(18)
        )
    )
    #expect(type.field("size")?.rules.oneOf == [.text("small"), .text("large")])
    #expect(type.field("code")?.rules.isUnique == true)
    #expect(type.view("newest")?.sorts == [SortKey(field: 2, isDescending: true)])
    let record = Ruled(id: "1", name: "Ann", age: 30, size: .small, code: "a")
    #expect(throws: StoreError.self) { try store.insert(record, by: "test") }
    try store.insert(record, by: "test", because: "new")
  }
}

@Suite struct `Types change between programs` {
  private enum Old {
    struct Item: Record {
      var id: String
      var name: String
      var age: Int
      static let schema = Schema<Item>("item") {
        Field("name", \.name)
        Field("age", \.age)
        View("by-age", sortedBy: \.age)
      }
    }
  }

  private enum New {
    struct Item: Record, Equatable {
      var id: String
      var name: String
      var note: String?
      var size: Int
      static let schema = Schema<Item>("item") {
        Field("note", \.note)
        Field("name", \.name)
        Field("size", \.size, .default(7))
        Dropped("age")
        View("by-name", sortedBy: \.name)
      }
    }
  }

  private enum Other {
    struct Item: Record {
      var id: String
      var name: Int
      static let schema = Schema<Item>("item") { Field("name", \.name) }
    }
  }

  @Test func `fields come and go without a migration, in history too`() throws {
    try withFolder { folder in
      do {
        let store = try Store.open(at: folder, for: Old.Item.self)
        try store.insert(Old.Item(id: "1", name: "a", age: 3), by: "test")
        try store.update(Old.Item.self, "1", by: "test") { $0.name = "b" }
        store.close()
      }
      var store = try Store.open(at: folder, for: New.Item.self)
      let head = try store.head().revision
      #expect(try store.fetch(New.Item.self) == [New.Item(id: "1", name: "b", note: nil, size: 7)])
      #expect(try store.commit(head).header.actor == "annals")
      try store.update(New.Item.self, "1", by: "test") { $0.note = "n" }
      #expect(try store.at(.revision(2)).get(New.Item.self, "1")?.name == "a")
      let history = try store.history(of: New.Item.self, "1")
      #expect(history.map(\.new?.name) == ["a", "b", "b", "b"])
      // The default was filled in by the commit that changed the type.
      #expect(history.map(\.commit.actor) == ["test", "test", "annals", "test"])
      store.close()
      // Opened once more, nothing is defined.
      store = try Store.open(at: folder, for: New.Item.self)
      #expect(try store.head().revision == head.next)
      // A program that still knows the old form reads what it can.
      #expect(try store.type("item").fields.map(\.name) == ["note", "name", "size"])
      let error = #expect(throws: StoreError.self) { try store.fetch(Other.Item.self) }
      #expect(error?.code == .usage && error?.field == "name")
      store.close()
      #expect(throws: StoreError.self) { try Store.open(at: folder, for: Other.Item.self) }
      var options = Store.Options()
      options.isReadOnly = true
      let reader = try Store.open(at: folder, for: New.Item.self, options: options)
      #expect(try reader.get(New.Item.self, "1")?.note == "n")
      reader.close()
    }
  }

  @Test func `two types of one name, and a schema that does not hold, make no store`() throws {
    try withFolder { folder in
      let error = #expect(throws: StoreError.self) {
        try Store.open(at: folder, for: Old.Item.self, New.Item.self)
      }
      #expect(error?.message.contains("two Swift types") == true)
      struct Wrong: Record {
        var id: String
        var name: String
        static let schema = Schema<Wrong>("wrong") {}
      }
      #expect(throws: StoreError.self) { try Store.open(at: folder + "/x", for: Wrong.self) }
      #expect(!Store.exists(at: folder + "/x"))
    }
  }

  @Test func `a store that may not be made is not made`() throws {
    try withFolder { folder in
      var options = Store.Options()
      options.makesStore = false
      let error = #expect(throws: StoreError.self) {
        try Store.open(at: folder + "/none", for: Person.self, options: options)
      }
      #expect(error?.code == .noStore)
      #expect(!FileManager.default.fileExists(atPath: folder + "/none"))
    }
  }
}
