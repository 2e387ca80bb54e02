import Annals
import EventLog
import Foundation
import Records
import TestSupport

/// A record with fields of every kind, as predicates read it.
struct Thing: Sendable {
  enum Color: String, Codable, Sendable, CaseIterable { case red, blue, kelvin = "K" }
  enum Rank: Int, Codable, Sendable { case low = 1, high = 9 }
  struct Place: Codable, Sendable, Comparable {
    var city: String

    static func < (left: Self, right: Self) -> Bool { left.city < right.city }
  }

  var name: String
  var nick: String?
  var age: Int
  var level: UInt8?
  var score: Double
  var ratio: Float?
  var price: Decimal?
  var isOn: Bool
  var flag: Bool?
  var date: Date?
  var moment: Instant
  var day: CalendarDate?
  var key: UUID
  var data: Data?
  var color: Color
  var rank: Rank?
  var tags: [String]
  var place: Place?
}

extension Thing {
  private static let columns: [(path: any AnyKeyPath & Sendable, field: FieldDefinition)] = [
    (\Self.name, FieldDefinition("name", .text)), (\Self.nick, FieldDefinition("nick", .text)),
    (\Self.age, FieldDefinition("age", .int)), (\Self.level, FieldDefinition("level", .int)),
    (\Self.score, FieldDefinition("score", .double)),
    (\Self.ratio, FieldDefinition("ratio", .double)),
    (\Self.price, FieldDefinition("price", .decimal)),
    (\Self.isOn, FieldDefinition("isOn", .bool)), (\Self.flag, FieldDefinition("flag", .bool)),
    (\Self.date, FieldDefinition("date", .instant)),
    (\Self.moment, FieldDefinition("moment", .instant)),
    (\Self.day, FieldDefinition("day", .date)), (\Self.key, FieldDefinition("key", .uuid)),
    (\Self.data, FieldDefinition("data", .bytes)), (\Self.color, FieldDefinition("color", .text)),
    (\Self.rank, FieldDefinition("rank", .int)), (\Self.tags, FieldDefinition("tags", .json)),
    (\Self.place, FieldDefinition("place", .json)),
  ]

  /// A view by each field, and some of several.
  static func definition() throws -> TypeDefinition {
    func number(_ name: ExactString) -> UInt32 {
      UInt32(columns.firstIndex { $0.field.name == name } ?? 0) + 1
    }
    let fields = columns.map(\.field)
    return try TypeDefinition(
      name: "thing",
      fields: fields,
      views: fields.enumerated().map { index, field in
        ViewDefinition(
          ExactString("by-\(field.name)"),
          filters: [],
          sorts: [SortKey(field: UInt32(index) + 1, isDescending: index % 2 == 0)]
        )
      } + [
        ViewDefinition(
          "of-name",
          filters: [number("name")],
          sorts: [SortKey(field: number("age"))]
        ),
        ViewDefinition(
          "of-flag",
          filters: [number("flag"), number("nick")],
          sorts: [SortKey(field: number("score"), isDescending: true)]
        ),
      ]
    )
  }

  /// The field that a key path leads to.
  static func field(_ definition: TypeDefinition) -> (AnyKeyPath) -> FieldDefinition? {
    let fields = Dictionary(
      uniqueKeysWithValues: zip(columns.map { $0.path as AnyKeyPath }, definition.fields)
    )
    return { fields[$0] }
  }

  /// The values as they are stored, nil as null or as nothing.
  func stored(_ random: inout SeededGenerator) -> [(name: ExactString, value: Value?)] {
    let values: [Value?] = [
      .text(name), nick.map { .text($0) }, .int(Int64(age)), level.map { .int(Int64($0)) },
      .double(score), ratio.map { .double(Double($0)) },
      price.flatMap { ExactDecimal($0.description) }.map { .decimal($0) },
      .bool(isOn), flag.map { .bool($0) },
      date.flatMap { Instant(nearest: $0) }.map { .instant($0) },
      .instant(moment), day.map { .date($0) }, .uuid(key), data.map { .bytes(Array($0)) },
      .text(color.rawValue), rank.map { .int(Int64($0.rawValue)) },
      .json("[" + tags.map { "\"\($0)\"" }.joined(separator: ",") + "]"),
      place.map { .json("{\"city\":\"\($0.city)\"}") },
    ]
    return zip(Self.columns, values).map { column, value in
      (name: column.field.name, value: value ?? (random.oneIn(2) ? .null : nil))
    }
  }
}

extension Instant {
  /// The moment nearest to a date.
  fileprivate init?(nearest date: Date) {
    let whole = date.timeIntervalSinceReferenceDate.rounded(.down)
    let rest = ((date.timeIntervalSinceReferenceDate - whole) * 1e9).rounded()
    self.init(
      seconds: Int64(whole) + 978_307_200 + (rest == 1e9 ? 1 : 0),
      nanoseconds: rest == 1e9 ? 0 : UInt32(rest)
    )
  }
}
