import Annals
import EventLog
import Records
import Testing

/// A writer of many events goes on while the views take in, on another thread, what it wrote before.
@Suite struct CatchUpAsideTests {
  private static let count = 6000

  /// Sets all records to a number, or creates them.
  private static func round(_ number: Int) -> [RecordOperation] {
    (0..<count).map { index in
      .put(
        type: "thing",
        id: ExactString("\(index)"),
        [("n", .int(Int64(number))), ("name", .text("\((index + number) % count)"))]
      )
    }
  }

  @Test func `nothing is lost or counted twice, and every point reads as it was`() throws {
    var options = Store.Options.quick
    options.catchUpEvents = 10_000
    let type = try TypeDefinition.thing(
      FieldDefinition("n", .int),
      FieldDefinition("name", .text),
      views: [ViewDefinition("by-n", filters: [], sorts: [SortKey(field: 1)])]
    )
    try withFolder { folder in
      let store = try Store.create(at: folder + "/store", options)
      try store.write([.define(type)])
      let rounds = 6
      for number in 1...rounds { try store.write(Self.round(number)) }
      // Closed while views are under way, as often as not.
      store.close()
      let again = try Store.open(at: folder + "/store", options)
      defer { again.close() }
      for number in 1...rounds {
        let point = Point.revision(Revision(UInt64(number + 1)))
        #expect(try again.ids("n = \(number)", at: point).count == Self.count)
      }
      #expect(try again.record("7")?.version == UInt64(rounds))
      #expect(try again.verify().fault == nil)
    }
  }
}
