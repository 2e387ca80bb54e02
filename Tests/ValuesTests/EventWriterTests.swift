import EventLog
import TestSupport
import Testing

@testable import Records

/// Events written from bytes are those that values give.
@Suite struct EventWriterTests {
  private static func definition() throws -> TypeDefinition {
    let fields = Kind.allCases.map { FieldDefinition(ExactString($0.name), $0) }
    return try TypeDefinition(number: 1, name: "thing", fields: fields.reversed())
  }

  private static func values(
    of definition: TypeDefinition,
    _ random: inout SeededGenerator
  ) -> [Value?] {
    definition.fields.map { field in
      if random.oneIn(4) { return nil }
      return random.oneIn(5) ? .null : randomValue(field.kind, &random)
    }
  }

  @Test func `an update has the fields that differ, with the bytes of both values`() throws {
    var random = SeededGenerator()
    let definition = try Self.definition()
    var writer = EventWriter()
    var state = RecordState()
    for number in 1..<2000 as Range<UInt64> {
      let op: StoredEvent.Op =
        !state.isAlive ? .create : random.oneIn(8) ? .delete : .update
      let before = try state.values(under: definition)
      let after = op == .delete ? before.map { _ in nil } : Self.values(of: definition, &random)
      var changes: [StoredEvent.Change] = []
      writer.begin(op)
      var known = try FieldCursor(state.fields.span)
      for place in definition.places {
        try known.advance(to: place.number)
        let (old, new) = (before[place.index], after[place.index])
        #expect(try writer.add(place, known, to: new) == (old != new))
        if old != new {
          changes.append(StoredEvent.Change(field: place.number, old: old, new: new))
        }
      }
      if writer.isEmpty, op == .update { continue }
      let event = StoredEvent(
        op: op,
        type: 1,
        definitionVersion: 1,
        id: "a",
        version: state.version + 1,
        life: op == .create ? state.life + 1 : state.life,
        changes: changes
      )
      let bytes = writer.event(of: RecordKey(1, "a"), upon: state, under: definition)
      #expect(bytes == event.bytes)
      try state.apply(bytes.span, at: EventPosition(Revision(number), 0), time: .distantPast)
      #expect(try state.values(under: definition) == after)
    }
  }

  @Test func `a value of an earlier, narrower kind is held against the new one as the wider kind`()
    throws
  {
    let narrow = try TypeDefinition(
      number: 1,
      name: "thing",
      fields: [FieldDefinition("n", .int, number: 1)]
    )
    let wide = try TypeDefinition(
      number: 1,
      name: "thing",
      fields: [FieldDefinition("n", .decimal, number: 1)]
    )
    var writer = EventWriter()
    func isChange(_ new: Value?, in state: RecordState, _ definition: TypeDefinition) throws -> Bool
    {
      writer.begin(state.isAlive ? .update : .create)
      var known = try FieldCursor(state.fields.span)
      try known.advance(to: 1)
      return try writer.add(definition.places[0], known, to: new)
    }
    var state = RecordState()
    #expect(try isChange(.int(5), in: state, narrow))
    let created = writer.event(of: RecordKey(1, "a"), upon: state, under: narrow)
    try state.apply(created.span, at: EventPosition(Revision(1), 0), time: .distantPast)
    #expect(try !isChange(.decimal(ExactDecimal(5)), in: state, wide))
    #expect(try isChange(.decimal(ExactDecimal(6)), in: state, wide))
    let updated = writer.event(of: RecordKey(1, "a"), upon: state, under: wide)
    #expect(try StoredEvent(updated.span)?.changes.first?.old == .decimal(ExactDecimal(5)))
  }
}
