import Annals
import Foundation
import TestSupport
import Testing

/// Which events made a record what it is.
@Suite struct LineageTests {
  private static func lines(_ lineage: Lineage) -> [String] {
    lineage.origins.map {
      "\($0.field.name) \($0.value.isNull ? "null" : $0.value.text) \($0.event.commit.revision)"
    }
  }

  @Test func `each field is explained by the event that set what it holds`() throws {
    let type = try TypeDefinition.thing(
      FieldDefinition("a", .int),
      FieldDefinition("b", .int),
      FieldDefinition("c", .text)
    )
    try withStore(type) { store in
      try store.write([.new("x", ["a": .int(1), "c": .text("c")])])
      try store.write([.set("x", ["b": .int(2)])])
      try store.write([.set("x", ["a": .int(3), "c": nil])])
      try store.write([.set("x", ["a": .int(1), "b": .null])])
      let now = try store.lineage(of: "thing", "x")
      #expect(Self.lines(now) == ["a 1 r5", "b null r5"])
      #expect(now.birth.commit.revision == Revision(2) && now.deletion == nil)
      #expect(now.record.version == 4)
      let then = try store.lineage(of: "thing", "x", at: .revision(Revision(3)))
      #expect(Self.lines(then) == ["a 1 r2", "b 2 r3", "c c r2"])

      try store.write([.remove("x")])
      let deleted = try store.lineage(of: "thing", "x")
      #expect(deleted.deletion?.commit.revision == Revision(6))
      #expect(Self.lines(deleted) == ["a 1 r5", "b null r5"] && deleted.record.version == 4)

      try store.write([.new("x", ["c": .text("again")])])
      let again = try store.lineage(of: "thing", "x")
      #expect(Self.lines(again) == ["c again r7"] && again.birth.version == 6)
      #expect(again.record.life == 2 && again.deletion == nil)

      #expect(code { _ = try store.lineage(of: "thing", "y") } == .notFound)
      #expect(
        code { _ = try store.lineage(of: "thing", "x", at: .revision(Revision(1))) } == .notFound
      )
      #expect(code { _ = try store.lineage(of: "thong", "x") } == .usage)
    }
  }

  @Test func `fields keep their origin through changes of their type`() throws {
    let type = try TypeDefinition.thing(FieldDefinition("a", .int), FieldDefinition("b", .text))
    try withStore(type) { store in
      try store.write([.new("x", ["a": .int(1), "b": .text("b")])])
      let wider = try store.type("thing").changed { fields, _ in
        fields.removeLast()
        fields[0].name = "number"
        fields[0].kind = .decimal
        fields.append(FieldDefinition("c", .int))
      }
      try store.write([.redefine(wider)])
      try store.write([.set("x", ["c": .int(4)])])
      let lineage = try store.lineage(of: "thing", "x")
      #expect(Self.lines(lineage) == ["number 1 r2", "c 4 r4"])
      #expect(lineage.origins.first?.value.kind == .decimal)
    }
  }

  @Test func `random records are explained at every version as a look at all events says`() throws {
    var random = SeededGenerator()
    let names = ["a", "b", "c", "d", "e"]
    let type = try TypeDefinition(
      name: "thing",
      fields: names.map { FieldDefinition(ExactString($0), .int) }
    )
    try withStore(type) { store in
      var isAlive = false
      for _ in 0..<rounds(120) {
        let values = names.filter { _ in random.oneIn(3) }.map { name in
          (ExactString(name), random.pick([nil, .null, .int(random.integer())] as [Value?]))
        }
        let operation: RecordOperation =
          if isAlive, random.oneIn(12) {
            .remove("x")
          } else if isAlive {
            .update(type: "thing", id: "x", values)
          } else {
            .create(type: "thing", id: "x", values)
          }
        if case .delete = operation { isAlive = false } else { isAlive = true }
        try store.write([operation])
      }
      var origins: [ExactString: Revision] = [:]
      var birth = Revision.zero
      var events: [Event] = []
      try store.events(of: "thing", "x") { event in
        events.append(event)
        return true
      }
      for event in events {
        let point = Point.revision(event.commit.revision)
        if event.op == .create {
          origins = [:]
          birth = event.commit.revision
        }
        if event.op != .delete {
          for change in event.changes {
            origins[change.field.name] = change.new == nil ? nil : event.commit.revision
          }
        }
        let lineage = try store.lineage(of: "thing", "x", at: point)
        let found = lineage.origins.map { ($0.field.name, $0.event.commit.revision) }
        #expect(Dictionary(uniqueKeysWithValues: found) == origins)
        #expect(lineage.birth.commit.revision == birth)
        #expect(lineage.deletion?.version == (event.op == .delete ? event.version : nil))
        for origin in lineage.origins {
          #expect(lineage.record[origin.field.name] == origin.value)
        }
      }
    }
  }
}
