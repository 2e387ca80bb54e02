import Annals
import Foundation
import TestSupport

/// Random commits for a store and its model: creates, updates with null and missing, puts, replacements, deletes,
/// re-creations, deletes by condition, changes of types, clock steps back, and requests that must be refused.
struct RandomHistory {
  var random: SeededGenerator
  /// How many commits were made up.
  var count = 0
  /// After how many commits the type "thing" changes.
  let redefinitions: Set<Int>
  /// The type "thing" as it was defined last.
  var things: TypeDefinition?
  private var clock: Int64 = 1_000_000_000

  init(_ random: SeededGenerator, redefinedAfter redefinitions: Set<Int>) {
    self.random = random
    self.redefinitions = redefinitions
  }

  static let people: ExactString = "person"
  static let things: ExactString = "thing"

  static func definitions() throws -> [TypeDefinition] {
    [
      try TypeDefinition(
        name: people,
        fields: [
          FieldDefinition("name", .text), FieldDefinition("age", .int),
          FieldDefinition("owner", .text), FieldDefinition("score", .decimal),
          FieldDefinition("note", .text), FieldDefinition("seen", .instant),
          FieldDefinition("flag", .bool),
          FieldDefinition("ratio", .double),
        ],
        views: [
          ViewDefinition("by-age", filters: [], sorts: [SortKey(field: 2)]),
          ViewDefinition(
            "by-owner",
            filters: [3],
            sorts: [SortKey(field: 2, isDescending: true), SortKey(field: 1)]
          ),
          ViewDefinition("by-score", filters: [], sorts: [SortKey(field: 4, isDescending: true)]),
          ViewDefinition("by-note", filters: [], sorts: [SortKey(field: 5)]),
          ViewDefinition(
            "by-note-down",
            filters: [7],
            sorts: [SortKey(field: 5, isDescending: true)]
          ),
          ViewDefinition("by-ratio", filters: [], sorts: [SortKey(field: 8), SortKey(field: 6)]),
        ]
      ),
      try TypeDefinition(
        name: things,
        fields: [
          FieldDefinition("label", .text), FieldDefinition("size", .int),
          FieldDefinition("blob", .bytes), FieldDefinition("day", .date),
          FieldDefinition("uid", .uuid), FieldDefinition("doc", .json),
        ],
        views: [
          ViewDefinition("by-size", filters: [], sorts: [SortKey(field: 2)]),
          ViewDefinition("by-day", filters: [1], sorts: [SortKey(field: 4, isDescending: true)]),
        ]
      ),
    ]
  }

  private static let ids: [ExactString] = [
    "a", "b", "c", "d", "e", "a/b", "@3", "x y", "\u{E9}", "e\u{301}", "nul\u{0}nul", "nul", "张三",
    "🎭",
    ExactString(String(repeating: "long", count: 63)), "ab", "A",
  ]

  private static let long = String(repeating: "Über lange Texte ", count: 40)

  mutating func value(of kind: Kind) -> Value? {
    if random.oneIn(8) { return nil }
    if random.oneIn(8) { return .null }
    switch kind {
    case .text:
      let choices = [
        "", "x", "y", "z", "A", "é", "e\u{301}", "null", "张", "a\u{0}", "a", Self.long,
      ]
      let text = random.pick(choices)
      return .text(
        text == Self.long ? Self.long + random.pick(["", "a", "b", "\u{0}", "zz"]) : text
      )
    case .int: return .int(random.oneIn(3) ? random.integer() : Int64(random.index(below: 7)) - 3)
    case .double:
      return .double(
        random.pick([
          0, -0.0, 1.5, -1.5, .infinity, -.infinity, .nan, 1e300, .leastNormalMagnitude, 2,
        ])
      )
    case .decimal:
      return ExactDecimal(
        random.pick(["0", "1.5", "1.50", "-1.5", "100", "1E+2", "-0.001", "12.34", "99999"])
      )
      .map(Value.decimal)
    case .bool: return .bool(random.oneIn(2))
    case .instant:
      return Instant(
        seconds: Int64(random.index(below: 5)) - 2,
        nanoseconds: UInt32(random.index(below: 2))
      )
      .map(Value.instant)
    case .date: return CalendarDate(days: Int32(random.index(below: 9)) - 4).map(Value.date)
    case .uuid:
      return UUID(uuidString: "00000000-0000-0000-0000-00000000000\(random.index(below: 4))").map(
        Value.uuid
      )
    case .bytes:
      return .bytes((0..<random.index(below: 4)).map { _ in UInt8(random.index(below: 3)) })
    case .json: return .json(random.pick(["{\"a\":1}", "[1,2]", "\"x\"", "3.10", "true"]))
    }
  }

  mutating func assignments(_ shape: Model.Shape, all: Bool) -> [ExactString: Value?] {
    var values: [ExactString: Value?] = [:]
    for field in shape.fields where all || random.oneIn(3) {
      values[field.name] = .some(value(of: field.kind))
    }
    return values
  }

  mutating func time() -> CommitTime {
    clock += random.oneIn(5) ? -Int64(random.index(below: 100)) : Int64(random.index(below: 50))
    let instant =
      Instant(seconds: clock, nanoseconds: UInt32(random.index(below: 3))) ?? .distantPast
    return random.oneIn(4) ? .source(instant) : .live(instant)
  }

  /// One operation, done to the draft; a refusal is thrown as the store must throw it.
  mutating func operation(on draft: inout Model.Draft) throws -> (
    RecordOperation, refusal: Model.Refusal?
  ) {
    let type = random.pick([Self.people, Self.people, Self.things])
    let shape = draft.shapes[type] ?? Model.Shape(fields: [])
    let id = random.pick(Self.ids)
    let version: UInt64? = random.oneIn(10) ? UInt64(random.index(below: 4)) : nil
    let values = assignments(shape, all: random.oneIn(2))
    let list = values.map { (name: $0.key, value: $0.value) }
    let operation: RecordOperation
    var change = draft
    let refusal: Model.Refusal?
    do {
      switch random.index(below: 10) {
      case 0, 1, 2:
        operation = .create(type: type, id: id, list)
        try change.create(type, id, values)
      case 3, 4:
        operation = .update(type: type, id: id, list, ifVersion: version)
        try change.update(type, id, values, ifVersion: version)
      case 5:
        operation = .put(type: type, id: id, list)
        try change.put(type, id, values)
      case 6:
        operation = .replace(type: type, id: id, list)
        try change.replace(type, id, values)
      case 7, 8:
        operation = .delete(type: type, id: id, ifVersion: version)
        try change.delete(type, id, ifVersion: version)
      default:
        // "b" as a label or "y" as an owner: seldom many.
        let isPerson = type == Self.people
        let isJSON = shape.fields.contains { $0.name == "label" && $0.kind == .json }
        let wanted = isJSON ? Value.json("\"x\"") : Value.text(isPerson ? "y" : "x")
        let name: ExactString = isPerson ? "owner" : "label"
        operation = .deleteWhere(type: type, .compare(field: isPerson ? 3 : 1, .equal, wanted))
        try change.delete(type) { $0.values[name] == wanted }
      }
      refusal = nil
      draft = change
    } catch let found as Model.Refusal {
      refusal = found
    }
    return (operation, refusal)
  }
}
