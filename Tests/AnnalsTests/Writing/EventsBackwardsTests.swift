import Annals
import Testing

/// Events are visited from the last to the first as they are from the first to the last.
@Suite struct `Events backwards` {
  @Test func `are those forwards, whatever the commits' sizes`() throws {
    try withStore(.thing(FieldDefinition("n", .int))) { store in
      var next = 0
      for size in [1, 63, 1, 64, 65, 700, 1, 2, 300] {
        try store.write((next..<next + size).map { .new("\($0)", ["n": .int(Int64($0))]) })
        next += size
      }
      let head = try store.head().revision
      for first in 1...head.rawValue {
        for last in first...head.rawValue {
          let range = Revision(first)...Revision(last)
          var forwards: [Event] = []
          try store.events(in: range) { event in
            forwards.append(event)
            return true
          }
          var backwards: [Event] = []
          try store.events(in: range, reversed: true) { event in
            backwards.append(event)
            return true
          }
          #expect(backwards == forwards.reversed(), "\(range)")
        }
      }
      var few: [Event] = []
      try store.events(in: Revision(1)...head, reversed: true) { event in
        few.append(event)
        return few.count < 3
      }
      #expect(few.map(\.id) == ["1196", "1195", "1194"])
    }
  }
}
