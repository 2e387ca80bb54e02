import Foundation
import TestSupport

@testable import Annals

/// A type that is made anew at will: its fields and their names are those of the layout that holds at the time.
struct Evolving: Record, Equatable {
  @TaskLocal static var layout = Layout()

  var id: String
  var ints = [Int?](repeating: nil, count: Layout.slots)
  var decimals = [Decimal?](repeating: nil, count: Layout.slots)
  var texts = [String?](repeating: nil, count: Layout.slots)

  static var schema: Schema<Evolving> { Schema("evolving", layout.parts) }

  struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(id: String) { self.id = id }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    self.init(id: try container.decode(String.self, forKey: Key(stringValue: "id")))
    for field in Self.layout.fields {
      let (key, place) = (Key(stringValue: field.name), field.place)
      switch field.kind {
      case .int: ints[place] = try container.decodeIfPresent(Int.self, forKey: key)
      case .decimal: decimals[place] = try container.decodeIfPresent(Decimal.self, forKey: key)
      case .text: texts[place] = try container.decodeIfPresent(String.self, forKey: key)
      }
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(id, forKey: Key(stringValue: "id"))
    for field in Self.layout.fields {
      let (key, place) = (Key(stringValue: field.name), field.place)
      switch field.kind {
      case .int: try container.encodeIfPresent(ints[place], forKey: key)
      case .decimal: try container.encodeIfPresent(decimals[place], forKey: key)
      case .text: try container.encodeIfPresent(texts[place], forKey: key)
      }
    }
  }
}

/// What a program's type looks like.
struct Layout: Sendable {
  /// So many properties of each kind there can be.
  static let slots = 8

  enum FieldKind: CaseIterable { case int, decimal, text }

  struct Member: Sendable {
    /// What it stays, whatever becomes of its name and kind.
    var identity: Int
    var name: String
    var earlierNames: [String] = []
    var kind: FieldKind
    var place: Int

    var field: Field<Evolving> {
      let place = place
      return switch kind {
      case .int: Annals.Field(name, \.ints[place], rule())
      case .decimal: Annals.Field(name, \.decimals[place], rule())
      case .text: Annals.Field(name, \.texts[place], rule())
      }
    }

    private func rule<Value>() -> FieldRule<Value> {
      let names = earlierNames.map { ExactString($0) }
      return FieldRule { traits, _ in traits.earlierNames += names }
    }
  }

  var fields: [Member] = []
  var dropped: [String] = []
  private var names = 0
  private var identities = 0

  /// What a schema lists.
  func parts() -> SchemaBuilder<Evolving>.Parts {
    SchemaBuilder<Evolving>.Parts(
      fields: fields.map(\.field),
      dropped: dropped.map { ExactString($0) }
    )
  }

  private mutating func newName() -> String {
    names += 1
    return "f\(names)"
  }

  /// A property of a kind that no field is kept in.
  private func freePlace(_ kind: FieldKind) -> Int? {
    (0..<Self.slots).first { place in !fields.contains { $0.kind == kind && $0.place == place } }
  }

  /// Changes the type as the next program might.
  mutating func evolve(using generator: inout SeededGenerator) {
    let chosen = fields.indices.randomElement(using: &generator)
    switch (generator.index(below: 5), chosen) {
    case (0, let index?):
      let gone = fields.remove(at: index)
      // A store that has not seen the last programs may still know it by an earlier name.
      dropped += gone.earlierNames + [gone.name]
    case (1, let index?):
      fields[index].earlierNames.append(fields[index].name)
      fields[index].name = newName()
    case (2, let index?) where fields[index].kind == .int:
      guard let place = freePlace(.decimal) else { return }
      (fields[index].kind, fields[index].place) = (.decimal, place)
    case (3, _): fields.shuffle(using: &generator)
    default:
      let kind = generator.pick(FieldKind.allCases)
      guard let place = freePlace(kind) else { return }
      identities += 1
      fields.append(Member(identity: identities, name: newName(), kind: kind, place: place))
    }
  }
}
