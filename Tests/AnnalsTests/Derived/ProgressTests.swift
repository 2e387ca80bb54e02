import Annals
import Foundation
import Synchronization
import Testing

/// Whoever waits for the views is told how far they have come.
@Suite struct ProgressTests {
  /// What was told.
  private final class Told: Sendable {
    private let steps = Mutex<[[UInt64]]>([])

    var options: Store.Options {
      var options = Store.Options.quick
      options.catchUpEvents = 1_000_000
      options.restoreEvents = 1
      options.viewsProgress = { done, total in self.steps.withLock { $0.append([done, total]) } }
      return options
    }

    /// What was told since the last look.
    func take() -> [[UInt64]] { steps.withLock { exchange(&$0, with: []) } }
  }

  @Test func `catching up, a new view and a restore from a snapshot tell how far they are`() throws
  {
    try withFolder { folder in
      let told = Told()
      let path = folder + "/s"
      let store = try Store.create(at: path, told.options)
      let thing = try TypeDefinition.thing(FieldDefinition("n", .int))
      try store.write([.define(thing)])
      try store.write((0..<3000).map { .new("\($0)", ["n": .int(Int64($0))]) })
      _ = told.take()
      #expect(try store.count(Query("thing")) == 3000)
      #expect(told.take() == [[3001, 3001]])
      #expect(try store.count(Query("thing")) == 3000)
      #expect(told.take().isEmpty)

      let byN = ViewDefinition("by-n", filters: [], sorts: [SortKey(field: 1)])
      try store.write([.redefine(.thing(FieldDefinition("n", .int), views: [byN]))])
      #expect(try store.fetch(Query("thing", view: "by-n", limit: 1)).records.first?.id == "0")
      #expect(told.take() == [[3002, 3002]])
      try store.catchUp()
      #expect(told.take() == [[3000, 3000]], "one step of 2048 records was taken by the read")

      try store.snapshot()
      try store.write([.new("more")])
      store.close()
      try FileManager.default.removeItem(atPath: path + "/views")
      _ = told.take()
      let again = try Store.open(at: path, told.options)
      defer { again.close() }
      #expect(try again.count(Query("thing")) == 3001)
      let steps = told.take()
      #expect(steps.first == [UInt64(3002.0 * 1024 / 3000), 3003])
      #expect(steps.contains([2049, 3003]))
      try again.catchUp()
      #expect(told.take().last == [3003, 3003])
    }
  }
}
