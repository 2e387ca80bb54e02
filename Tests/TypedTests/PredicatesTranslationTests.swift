@testable import Annals
import Foundation
import Records
import StoreErrors
import TestSupport
import Testing

private let nan = Double.nan
private let limit = 18
private let names = ["Ann", "Bob"]
private let red = Thing.Color.red
private let high = Thing.Rank.high

/// What the macro's predicates become, and which of them need no more than a condition.
@Suite struct PredicatesTranslationTests {
  private static func translate(_ predicate: Predicate<Thing>) throws -> PredicateTranslation<Thing>
  {
    let definition = try Thing.schema.definition()
    let binding = try TypeBinding(Thing.schema, definition)
    return PredicateTranslation(predicate) { binding.field($0, under: definition) }
  }

  private static func condition(_ text: String) throws -> Condition {
    try Condition(parsing: text, for: Thing.schema.definition())
  }

  @Test(
    arguments: [
      (#Predicate<Thing> { $0.name == "Oslo" }, "name = 'Oslo'"),
      (#Predicate<Thing> { "Oslo" != $0.name }, "not name = 'Oslo'"),
      (#Predicate<Thing> { $0.name == "Kim" }, "name in ('Kim', '\u{212A}im')"),
      (#Predicate<Thing> { $0.age >= limit && !($0.age > limit + 2) }, "age >= 18 and age <= 20"),
      (#Predicate<Thing> { $0.age > -5 || $0.isOn }, "age > -5 or isOn = true"),
      (#Predicate<Thing> { (limit..<30).contains($0.age) }, "age >= 18 and age < 30"),
      (#Predicate<Thing> { names.contains($0.name) }, "name in ('Ann', 'Bob')"),
      (#Predicate<Thing> { $0.nick == nil }, "nick is null"),
      (#Predicate<Thing> { $0.nick != "x" }, "not nick = 'x' or nick is null"),
      (#Predicate<Thing> { ($0.nick ?? "x") == "x" }, "nick = 'x' or nick is null"),
      (#Predicate<Thing> { $0.nick! == "x" }, "nick = 'x'"),
      (#Predicate<Thing> { !($0.nick! == "x") }, "not nick = 'x'"),
      (#Predicate<Thing> { $0.flag ?? false }, "flag = true"),
      (#Predicate<Thing> { $0.flag != true }, "flag = false or flag is null"),
      (#Predicate<Thing> { !($0.flag ?? true) }, "flag = false"),
      (#Predicate<Thing> { $0.score < 0.5 }, "score < 0.5"),
      (#Predicate<Thing> { $0.color == red }, "color = 'red'"),
      (#Predicate<Thing> { $0.color.rawValue == "red" }, "color = 'red'"),
      (#Predicate<Thing> { $0.rank == high }, "rank = 9"),
      (#Predicate<Thing> { $0.isOn == false }, "isOn = false"),
      (#Predicate<Thing> { $0.place == nil && $0.isOn }, "place is null and isOn = true"),
    ] as [(Predicate<Thing>, String)]
  )
  func `a predicate that a condition says wholly needs no test`(
    _ predicate: Predicate<Thing>,
    _ condition: String
  ) throws {
    let translation = try Self.translate(predicate)
    #expect(try translation.condition == Self.condition(condition))
    #expect(translation.remainder == nil)
  }

  @Test(
    arguments: [
      (#Predicate<Thing> { $0.name.starts(with: "Os") }, "name >= 'Os' and name < 'Ot'"),
      (
        #Predicate<Thing> { $0.nick?.starts(with: "Os") == true },
        "not nick is null and nick >= 'Os' and nick < 'Ot'"
      ),
      (#Predicate<Thing> { $0.age == 3 && $0.name.contains("x") }, "age = 3"),
      (
        #Predicate<Thing> { if let nick = $0.nick { nick.count > 3 } else { false } },
        "not nick is null"
      ),
      (#Predicate<Thing> { $0.tags.contains("x") }, nil),
      (#Predicate<Thing> { $0.age == $0.name.count }, nil),
      (#Predicate<Thing> { $0.name > "m\u{301}" }, "not name is null"),
      (#Predicate<Thing> { $0.name < "m\u{301}" }, "not name is null"),
      (#Predicate<Thing> { $0.name > "2024-03" }, "name >= '2024-03'"),
      (#Predicate<Thing> { $0.name < "2024-03" }, "name < '2024-04'"),
      (
        #Predicate<Thing> { $0.name >= "A1" },
        """
        name >= 'A1' or name >= '<\u{300}' and name < '=' or name >= '=\u{300}' and name < '>' \
        or name >= '>\u{300}' and name < '?'
        """
      ),
      (
        #Predicate<Thing> { $0.name <= "Ol" },
        """
        name < 'Om' or name >= '\u{212A}' and name < '\u{212B}' \
        or name >= '\u{37E}' and name < '\u{37F}' \
        or name >= 'O\u{212A}' and name < 'O\u{212B}' or name >= 'O\u{37E}' and name < 'O\u{37F}' \
        or name >= 'O\u{1FEF}' and name < 'O\u{1FF0}'
        """
      ),
    ] as [(Predicate<Thing>, String?)]
  )
  func `a predicate that a condition says in part is tested for the rest`(
    _ predicate: Predicate<Thing>,
    _ condition: String?
  ) throws {
    let translation = try Self.translate(predicate)
    #expect(try translation.condition == condition.map(Self.condition))
    #expect(translation.remainder != nil)
  }

  @Test func `not a number is greater than nothing`() throws {
    let translation = try Self.translate(#Predicate { $0.score > 0.5 })
    let score: UInt32 = 5
    #expect(
      translation.condition
        == .all([
          .compare(field: score, .greater, .double(0.5)),
          .compare(field: score, .lessOrEqual, .double(.infinity)),
        ])
    )
    #expect(translation.remainder == nil)
    #expect(try Self.translate(#Predicate { $0.score == nan }).condition == .any([]))
  }

  @Test func `what Foundation stops the program for is an error`() throws {
    var random = SeededGenerator(seed: 1)
    var thing = Thing(&random)
    thing.age = .max
    for predicate: Predicate<Thing> in [
      #Predicate<Thing> { $0.age * 2 > 1 }, #Predicate<Thing> { $0.age / ($0.age - $0.age) == 1 },
      #Predicate<Thing> { $0.age % 0 == 1 }, #Predicate<Thing> { ($0.age...3).contains(2) },
      #Predicate<Thing> { ($0.age..<3).contains(2) },
    ] {
      let remainder = try #require(try Self.translate(predicate).remainder)
      let error = #expect(throws: StoreError.self) { _ = try remainder(thing) }
      #expect(error?.code == .badData)
    }
  }
}
