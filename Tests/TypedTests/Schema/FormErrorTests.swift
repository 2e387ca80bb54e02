import Annals
import Foundation
import Testing

private struct Team: Record {
  var id: String
  static let schema = Schema<Team>("team") {}
}

/// A record with a rule of each sort.
private struct Account: Record {
  var code: String
  var name: String
  var age: Int
  var mail: String?
  var nickname: String?
  var rank: String?
  var team: String?
  var iban: String?
  var id: String { code }

  static let schema = Schema<Account>("account") {
    Field("code", \.code, .required)
    Field("name", \.name, .required)
    Field("age", \.age, .range(0...200))
    Field("mail", \.mail, .unique)
    Field("nickname", \.nickname, .length(2...10))
    Field("rank", \.rank, .oneOf("low", "high"))
    Field("team", \.team, .references(Team.self, onDelete: .deny))
    Field("iban", \.iban, .immutable)
  }
}

/// The parts of an error that a form says in words of its own.
@Suite struct `What a form shows next to a field` {
  /// One thing that is wrong, without its message.
  private struct Fault: Equatable, Sendable {
    var field: String
    var rule: BrokenRule
    var value: String?

    init(_ field: String, _ rule: BrokenRule, _ value: String? = nil) {
      (self.field, self.rule, self.value) = (field, rule, value)
    }

    init?(_ error: StoreError) {
      guard let field = error.field, let rule = error.rule else { return nil }
      self.init(field, rule, error.value)
    }
  }

  /// What was refused, all of it; nothing may be written.
  private func faults(_ store: Store, _ work: () throws -> Void) throws -> [Fault?] {
    let head = try store.head().revision
    let error = #expect(throws: StoreError.self, performing: work)
    #expect(try store.head().revision == head)
    return error?.violations.map(Fault.init) ?? []
  }

  private let known = Account(code: "a1", name: "Ann", age: 30, mail: "a@b", iban: "DE1")

  private func withAccount(_ body: (Store) throws -> Void) throws {
    let store = try Store.inMemory(for: Account.self, Team.self)
    defer { store.close() }
    try store.insert(known, by: "test")
    try body(store)
  }

  @Test(
    arguments: [
      ("name", "", .required, ""), ("age", "-1", .minimum("0"), "-1"),
      ("age", "201", .maximum("200"), "201"), ("age", "old", .kind("int"), "old"),
      ("age", "", .required, ""), ("nickname", "x", .minimumLength(2), "x"),
      ("nickname", "12345678901", .maximumLength(10), "12345678901"),
      ("rank", "mid", .oneOf(["low", "high"]), "mid"), ("code", "a2", .immutable, "a2"),
    ] as [(String, String, BrokenRule, String)]
  )
  func `a text that is refused`(field: String, text: String, rule: BrokenRule, value: String) throws
  {
    try withAccount { store in
      let found = try faults(store) {
        try store.update(Account.self, "a1", by: "test") { try $0.set([field: text]) }
      }
      #expect(found == [Fault(field, rule, value)])
    }
  }

  /// A change of a property, and what is wrong with it.
  private struct Change: Sendable, CustomTestStringConvertible {
    let fault: Fault
    let change: @Sendable (inout Account) -> Void
    var testDescription: String { "\(fault.field) \(fault.rule)" }

    init(
      _ field: String,
      _ rule: BrokenRule,
      _ value: String?,
      _ change: @escaping @Sendable (inout Account) -> Void
    ) {
      fault = Fault(field, rule, value)
      self.change = change
    }
  }

  @Test(arguments: [
    Change("name", .required, "") { $0.name = "" },
    Change("age", .minimum("0"), "-1") { $0.age = -1 },
    Change("age", .maximum("200"), "201") { $0.age = 201 },
    Change("nickname", .minimumLength(2), "x") { $0.nickname = "x" },
    Change("nickname", .maximumLength(10), "12345678901") { $0.nickname = "12345678901" },
    Change("rank", .oneOf(["low", "high"]), "mid") { $0.rank = "mid" },
    Change("team", .reference("team"), "none") { $0.team = "none" },
    Change("code", .immutable, "a2") { $0.code = "a2" },
    Change("iban", .immutable, nil) { $0.iban = "DE2" },
  ]) private func `a property that is refused`(_ change: Change) throws {
    try withAccount { store in
      let found = try faults(store) {
        try store.update(Account.self, "a1", by: "test", change.change)
      }
      #expect(found == [change.fault])
    }
  }

  @Test func `duplicates, of a unique value and of an id`() throws {
    try withAccount { store in
      let mail = try faults(store) {
        try store.insert(Account(code: "a2", name: "Bob", age: 1, mail: "a@b"), by: "test")
      }
      #expect(mail == [Fault("mail", .unique, "a@b")])
      let code = try faults(store) {
        try store.insert(Account(code: "a1", name: "Bob", age: 1), by: "test")
      }
      #expect(code == [Fault("code", .unique, "a1")])
      try store.insert(Team(id: "t"), by: "test")
      let id = try faults(store) { try store.insert(Team(id: "t"), by: "test") }
      #expect(id == [Fault("id", .unique, "t")])
    }
  }

  @Test func `what is missing`() throws {
    let error = #expect(throws: StoreError.self) { try Account(texts: ["code": "a2"]) }
    #expect(
      error?.violations.map(Fault.init) == [Fault("name", .required), Fault("age", .required)]
    )
    try withAccount { store in
      let found = try faults(store) {
        _ = try store.write(by: "test", [.create(type: "account", id: "a2", [("age", .int(1))])])
      }
      #expect(found == [Fault("code", .required), Fault("name", .required)])
    }
  }

  @Test func `a value of another kind, from a program without Swift types`() throws {
    try withAccount { store in
      let found = try faults(store) {
        let age = RecordOperation.update(type: "account", id: "a1", [("age", .text("old"))])
        _ = try store.write(by: "test", [age])
      }
      #expect(found == [Fault("age", .kind("int"), "old")])
    }
  }

  @Test func `all at once, in the order of the fields`() throws {
    try withAccount { store in
      let found = try faults(store) {
        try store.update(Account.self, "a1", by: "test") {
          try $0.set(["nickname": "x", "age": "old", "name": ""])
        }
      }
      #expect(
        found == [
          Fault("name", .required, ""), Fault("age", .kind("int"), "old"),
          Fault("nickname", .minimumLength(2), "x"),
        ]
      )
    }
  }

  @Test func `an id of several fields names those that have to do with it`() throws {
    let store = try Store.inMemory(for: Owned.self)
    defer { store.close() }
    let owned = Owned(owner: "x", recordID: "7", name: "n", age: 1)
    try store.insert(owned, by: "test")
    func changed(_ change: @escaping @Sendable (inout Owned) -> Void) throws -> [Fault?] {
      try faults(store) { try store.update(Owned.self, "x/7", by: "test", change) }
    }
    #expect(try changed { $0.recordID = "8" } == [Fault("recordID", .immutable, "8")])
    #expect(
      try changed { ($0.owner, $0.recordID, $0.name) = ("y", "8", "m") }
        == [Fault("owner", .immutable, "y"), Fault("recordID", .immutable, "8")]
    )
    let taken = try faults(store) { try store.insert(owned, by: "test") }
    #expect(taken == [Fault("owner", .unique, "x"), Fault("recordID", .unique, "7")])
    let error = #expect(throws: StoreError.self) { try store.insert(owned, by: "test") }
    // What two fields have to do with is said once.
    #expect(error?.description.split(separator: "lives already").count == 2)
  }

  @Test func `an id that is a property of its own`() throws {
    try withPeople(.ann) { (store) throws in
      let found = try faults(store) {
        try store.update(Person.self, "ann", by: "test") { $0.id = "anna" }
      }
      #expect(found == [Fault("id", .immutable, "anna")])
    }
  }
}
