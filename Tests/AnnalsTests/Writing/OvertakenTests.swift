import Annals
import EventLog
import Records
import Synchronization
import Testing

/// What a writer does when another process commits between its reading and its appending.
@Suite struct OvertakenTests {
  private static func writer(to log: any EventLog) -> Writer {
    let directory = ViewsDirectory(root: nil, isReadOnly: false)
    let views = Views(of: log, in: directory, snapshots: nil, batchEvents: 1000, restoreEvents: 1)
    return Writer(to: log, views, waitingLimit: 1000)
  }

  private static func request(_ operations: [RecordOperation], key: String? = nil) -> WriteRequest {
    WriteRequest(actor: "ann", reason: nil, operations: operations, key: key)
  }

  @Test func `the operations are worked out again upon what the other wrote`() throws {
    let log = OvertakenLog()
    let ours = Self.writer(to: log)
    let theirs = Self.writer(to: log.base)
    _ = try theirs.write([Self.request([.define(.thing(FieldDefinition("n", .int))), .new("a")])])
    log.before.withLock {
      $0 = { _ = try theirs.write([Self.request([.set("a", ["n": .int(1)])])]) }
    }
    let answer = try ours.write([Self.request([.set("a", ["n": .int(2)]), .new("b")])])
    #expect(answer.first?.outcomes.map(\.version) == [3, 1])
    log.before.withLock { $0 = { _ = try theirs.write([Self.request([.new("c")])]) } }
    #expect(code { _ = try ours.write([Self.request([.new("c")])]) } == .conflict)
    #expect(try log.head().revision == Revision(4))
  }

  @Test func `the same request under the same key, sent by both, happens once`() throws {
    let log = OvertakenLog()
    let ours = Self.writer(to: log)
    let theirs = Self.writer(to: log.base)
    _ = try theirs.write([Self.request([.define(.thing(FieldDefinition("n", .int))), .new("a")])])
    let keyed = Self.request([.new("b"), .set("b", ["n": .int(1)])], key: "k")
    log.before.withLock {
      $0 = {
        _ = try theirs.write([Self.request([.set("a", ["n": .int(1)])])])
        _ = try theirs.write([keyed])
        _ = try theirs.write([Self.request([.set("a", ["n": .int(2)])])])
      }
    }
    let answer = try ours.write([keyed])
    #expect(answer.first?.appended?.revision == Revision(3))
    #expect(answer.first?.appended?.isRepeat == true)
    // The writer knows all that was written besides.
    let next = try ours.write([
      Self.request([.set("a", ["n": .int(3)]), .set("b", ["n": .int(2)])])
    ])
    #expect(next.first?.outcomes.map(\.version) == [4, 3])
  }
}
