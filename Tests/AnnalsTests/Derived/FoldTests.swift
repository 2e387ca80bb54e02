import ByteCoding
import EventLog
import OrderedBytes
import StoreErrors
import TestSupport
import Testing

@testable import Records

/// What the fold of the log is made of.
@Suite("Fold of the log")
struct FoldTests {
  @Test("a table of states does what a dictionary does, through all its growth")
  func table() {
    var random = SeededGenerator()
    var table = StateTable()
    var model: [[UInt8]: UInt64] = [:]
    var places: [Int] = []
    for _ in 0..<20_000 {
      let id = Array("\(Int.random(in: 0..<3000, using: &random))".utf8)
      // It only reads, whether they are there or not.
      table.fetch([StateTable.hash(id.span), random.next()], &places)
      table.update(id.span, hash: StateTable.hash(id.span)) { $0.version += 1 }
      model[id, default: 0] += 1
    }
    var found: [[UInt8]: UInt64] = [:]
    for index in 0..<table.count { found[Array(table.id(index))] = table.state(index).version }
    #expect(found == model)
    #expect(table.count == model.count)
  }

  @Test("ids of one hash are told apart, before the table grows and hashes them itself")
  func sameHash() {
    var table = StateTable()
    for _ in 0..<2 {
      for number in 0..<8 {
        let id = Array("\(number)".utf8)
        table.update(id.span, hash: 1 << 40) { $0.version += UInt64(number) }
      }
    }
    #expect((0..<table.count).map { table.state($0).version } == (0..<8).map { 2 * $0 })
  }

  @Test("of several events that do not fit the first of the log is named, whatever thread meets it")
  func firstFailure() throws {
    var random = SeededGenerator()
    for _ in 0..<50 {
      var crew = FoldCrew([[UInt32: StateTable]](repeating: [:], count: FoldCrew.shareCount))
      let wrong = Set((0..<3).map { _ in Int.random(in: 0..<200, using: &random) })
      for number in 0..<200 {
        let event = StoredEvent(
          op: .create,
          type: UInt32(number % 3),
          definitionVersion: 1,
          id: ExactString("\(number)"),
          version: wrong.contains(number) ? 7 : 1,
          life: 1,
          changes: []
        )
        let bytes = event.bytes
        try crew.take(
          bytes.span,
          of: event.id.text.utf8Span.span,
          event.type,
          at: EventPosition(Revision(UInt64(number + 1)), 0),
          time: .distantPast
        )
      }
      let error = #expect(throws: StoreError.self) { _ = try crew.finish() }
      let first = try #require(wrong.min())
      #expect(error?.message.contains("r\(first + 1) ") == true, "\(wrong)")
    }
  }
}
