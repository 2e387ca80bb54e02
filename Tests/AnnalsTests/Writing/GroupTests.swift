import Annals
import EventLog
import Foundation
import Synchronization
import Testing

@testable import Records

/// What several callers ask at the same time shares a flush, and is done as if they had come one after the other.
@Suite struct GroupTests {
  private static func request(_ operations: [RecordOperation]) -> WriteRequest {
    WriteRequest(actor: "ann", reason: nil, operations: operations, key: nil)
  }

  private static func things(_ views: ViewDefinition...) throws -> TypeDefinition {
    try .thing(FieldDefinition("n", .int), views: views)
  }

  @Test func `a delete by condition finds all, though a caller before it has changed the views`()
    throws
  {
    for isNew in [true, false] {
      let log = OvertakenLog()
      let directory = ViewsDirectory(root: nil, isReadOnly: false)
      let views = Views(of: log, in: directory, snapshots: nil, batchEvents: 1000, restoreEvents: 1)
      defer { views.close() }
      let writer = Writer(to: log, views, waitingLimit: 1000)
      let byN = ViewDefinition("by-n", filters: [], sorts: [SortKey(field: 1)])
      let definition = isNew ? try Self.things() : try Self.things(byN)
      _ = try writer.write([Self.request([.define(definition)])])
      _ = try writer.write([
        Self.request((0..<30).map { .new("\($0)", ["n": .int(Int64($0 % 3))]) })
      ])
      try views.catchUp()

      // While the first write holds the log, the others come together.
      let hasBegun = DispatchSemaphore(value: 0), mayGoOn = DispatchSemaphore(value: 0)
      log.before.withLock {
        $0 = {
          hasBegun.signal()
          mayGoOn.wait()
        }
      }
      let first = Background { _ = try writer.write([Self.request([.new("x")])]) }
      hasBegun.wait()
      let definer = Background {
        let known = try #require(try views.catalog(to: log.head().revision).current("thing"))
        let next = try known.changed { _, views in
          if isNew {
            views.append(byN)
          } else {
            views[0].sorts = [SortKey(field: 1, isDescending: true)]
          }
        }
        _ = try writer.write([Self.request([.redefine(next)])])
      }
      Thread.sleep(forTimeInterval: 0.1)
      let answers = Gathered<WriteAnswer>()
      let deleter = Background {
        let condition = Condition.compare(field: 1, .equal, .int(1))
        let request = Self.request([.deleteWhere(type: "thing", condition)])
        try writer.write([request]).forEach(answers.add)
      }
      Thread.sleep(forTimeInterval: 0.1)
      mayGoOn.signal()
      for work in [first, definer, deleter] { work.wait() }
      #expect(answers.items.first?.outcomes.map(\.count) == [10])
    }
  }
}
