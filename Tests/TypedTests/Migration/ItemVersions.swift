import Annals
import Foundation

/// One stored type, `item`, as several programs know it.
enum First {
  struct Item: Record, Equatable {
    var id: String
    var name: String
    var age: String?
    var size: Int?

    static let schema = Schema<Item>("item") {
      Field("name", \.name)
      Field("age", \.age)
      Field("size", \.size)
      View("by-name", sortedBy: \.name)
    }
  }
}

/// Renamed, and the rest dropped.
enum Renamed {
  struct Item: Record, Equatable {
    var id: String
    var title: String

    static let schema = Schema<Item>("item") {
      Field("title", \.title, .renamed(from: "label", "name"))
      Dropped("age", "size")
      View("by-name", sortedBy: \.title)
    }
  }
}

/// With a property that must have a value now, and new ones with defaults.
enum Filled {
  struct Item: Record, Equatable {
    var id: String
    var name: String
    var age: String?
    var size: Int
    var isOpen: Bool
    var note: String

    static let schema = Schema<Item>("item") {
      Field("name", \.name)
      Field("age", \.age)
      Field("size", \.size, .default(7))
      Field("isOpen", \.isOpen, .default(true))
      Field("note", \.note, .default("none"))
      View("by-name", sortedBy: \.name)
      View("by-size", sortedBy: \.size)
    }
  }
}

/// With values of other kinds.
enum Converted {
  struct Item: Record, Equatable {
    var id: String
    var name: String
    var initial: String
    var age: Int?
    var size: Decimal?

    static let schema = Schema<Item>("item") {
      Field("name", \.name)
      Field(
        "initial",
        \.initial,
        .converted(from: "name", as: String.self) { String($0.prefix(1)) }
      )
      Field("age", \.age, .minimum(0), .converted(from: "age", as: String.self, number))
      Field("size", \.size)
      View("by-age", sortedBy: \.age)
    }

    struct NoNumber: Error {}

    @Sendable private static func number(_ text: String) throws -> Int? {
      if text.isEmpty { return nil }
      guard let number = Int(text) else { throw NoNumber() }
      return number
    }
  }
}

/// With a new property that has no default.
enum Needy {
  struct Item: Record {
    var id: String
    var name: String
    var weight: Int

    static let schema = Schema<Item>("item") {
      Field("name", \.name)
      Field("weight", \.weight)
      Dropped("age", "size")
    }
  }
}

/// Runs `body` with the folder of a store that the first program wrote: the type (r1), a (r2), b (r3), a's size (r4).
func withFirstItems(_ body: (String) throws -> Void) throws {
  try withFolder { folder in
    try opened(folder, for: First.Item.self) { (store) throws in
      try store.insert(First.Item(id: "a", name: "Ann", age: "41"), by: "test")
      try store.insert(First.Item(id: "b", name: "Bob", size: 3), by: "test")
      try store.update(First.Item.self, "a", by: "test") { $0.size = 5 }
    }
    try body(folder)
  }
}

/// Options that differ from those of a quick store.
func options(_ change: (inout Store.Options) -> Void) -> Store.Options {
  var options = Store.Options()
  options.durability = .buffered
  change(&options)
  return options
}

/// Opens a store for a type, and closes it after `body`.
func opened<T: Record>(
  _ folder: String,
  for type: T.Type,
  _ options: Store.Options = options { _ in },
  _ body: (Store) throws -> Void = { _ in }
) throws {
  let store = try Store.open(at: folder, for: type, options: options)
  defer { store.close() }
  try body(store)
}
