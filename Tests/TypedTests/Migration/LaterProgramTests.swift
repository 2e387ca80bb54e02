import Annals
import Foundation
import Testing

/// The first program's type with one field more.
private enum Added {
  struct Item: Record, Equatable {
    var id: String
    var name: String
    var age: String?
    var size: Int?
    var color: String?

    static let schema = Schema<Item>("item") {
      Field("name", \.name)
      Field("age", \.age)
      Field("size", \.size)
      Field("color", \.color)
      View("by-name", sortedBy: \.name)
    }
  }
}

/// With one field less.
private enum Fewer {
  struct Item: Record, Equatable {
    var id: String
    var name: String
    var size: Int?

    static let schema = Schema<Item>("item") {
      Field("name", \.name)
      Field("size", \.size)
      Dropped("age", "never")
      View("by-name", sortedBy: \.name)
    }
  }
}

/// With a rule more, and another view.
private enum Stricter {
  struct Item: Record, Equatable {
    var id: String
    var name: String
    var age: String?
    var size: Int?

    static let schema = Schema<Item>("item") {
      Field("name", \.name, .required)
      Field("age", \.age)
      Field("size", \.size)
      View("by-size", sortedBy: \.size)
    }
  }
}

@Suite struct `A store that a later program has changed` {
  /// What an earlier program is told.
  private func refusal<T: Record>(_ folder: String, _ type: T.Type) throws -> StoreError? {
    let before = try Store.open(at: folder).head().revision
    let error = #expect(throws: StoreError.self) { try opened(folder, for: type) }
    #expect(error?.code == .newerTypes && error?.hints.count == 2)
    let problems = try Store.migrationPlan(at: folder, for: type).problems
    #expect(problems == error?.violations)
    #expect(try Store.open(at: folder).head().revision == before)
    return error
  }

  @Test func `is not opened by one that does not know an added field`() throws {
    try withFirstItems { folder in
      try opened(folder, for: Added.Item.self) { (store) throws in
        try store.update(Added.Item.self, "a", by: "test") { $0.color = "red" }
      }
      let error = try refusal(folder, First.Item.self)
      #expect(error?.field == "color")
      #expect(error?.message == "item has a field 'color' that the program's type does not know")
      try opened(folder, for: Added.Item.self) { (store) throws in
        #expect(try store.get(Added.Item.self, "a")?.color == "red")
      }
    }
  }

  @Test func `is not opened by one that has a field by its earlier name, or a dropped one`() throws
  {
    try withFirstItems { folder in
      try opened(folder, for: Renamed.Item.self)
      let error = try refusal(folder, First.Item.self)
      #expect(error?.violations.map(\.field) == ["title", "name", "age", "size"])
    }
    try withFirstItems { folder in
      try opened(folder, for: Fewer.Item.self)
      let error = try refusal(folder, First.Item.self)
      #expect(error?.violations.map(\.field) == ["age"])
      #expect(error?.message == "item had a field 'age', which was dropped or renamed since")
    }
  }

  @Test func `is not opened by one that would undo its rules and views`() throws {
    try withFirstItems { folder in
      try opened(folder, for: Stricter.Item.self)
      let before = try Store.open(at: folder).head().revision
      let error = #expect(throws: StoreError.self) { try opened(folder, for: First.Item.self) }
      #expect(error?.code == .newerTypes && error?.hints.count == 2)
      #expect(
        error?.message
          == "item was changed since it was as the program defines it, and opening the "
          + "store would undo that: change the rules of field name, add view by-name, drop view by-size"
      )
      let plan = try Store.migrationPlan(at: folder, for: First.Item.self)
      #expect(plan.problems == [error])
      #expect(try Store.open(at: folder).head().revision == before)
      try opened(folder, for: Stricter.Item.self)
    }
  }

  @Test func `keeps its rules and views under one that leaves them`() throws {
    try withFirstItems { folder in
      try opened(folder, for: Stricter.Item.self)
      let kept = options { $0.earlierTypes = .kept }
      try opened(folder, for: First.Item.self, kept) { (store) throws in
        #expect(try store.fetch(First.Item.self).map(\.name) == ["Ann", "Bob"])
        let nameless = First.Item(id: "c", name: "")
        let error = #expect(throws: StoreError.self) { try store.insert(nameless, by: "test") }
        #expect(error?.field == "name")
        #expect(try store.type("item").views.map(\.name) == ["by-size"])
      }
    }
  }

  @Test func `goes back where that is meant, and then tells the other`() throws {
    try withFirstItems { folder in
      try opened(folder, for: Stricter.Item.self)
      let back = options { $0.earlierTypes = .restored }
      try opened(folder, for: First.Item.self, back) { (store) throws in
        try store.insert(First.Item(id: "c", name: ""), by: "test")
        #expect(try store.type("item").views.map(\.name) == ["by-name"])
      }
      let error = #expect(throws: StoreError.self) { try opened(folder, for: Stricter.Item.self) }
      #expect(error?.code == .newerTypes)
    }
  }

  @Test func `can still be read by it`() throws {
    try withFirstItems { folder in
      try opened(folder, for: Added.Item.self)
      try opened(folder, for: First.Item.self, options { $0.isReadOnly = true }) { (store) throws in
        #expect(try store.fetch(First.Item.self).map(\.name) == ["Ann", "Bob"])
        #expect(try store.migrationPlan().problems.map(\.code) == [.newerTypes])
      }
    }
  }
}
