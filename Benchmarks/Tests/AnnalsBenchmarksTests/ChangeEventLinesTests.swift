import Foundation
import Testing

@testable import AnnalsBenchmarks

@Suite struct ChangeEventLinesTests {
  private struct Envelope: Decodable {
    struct Row: Decodable, Equatable {
      var id, owner, name, location, note: String
      var age: Int
    }
    struct Transaction: Decodable { var id: String }
    var before, after: Row?
    var op: String
    var transaction: Transaction
  }

  @Test("each line is an envelope whose row before is what the last one of that id left")
  func envelopes() throws {
    var lines = try ChangeEventLines(Workload(records: 100, owners: 3))
    var rows: [String: Envelope.Row] = [:]
    var operations: Set<String> = []
    var transactions: [String: Int] = [:]
    for _ in 0..<1_000 {
      let envelope = try JSONDecoder().decode(Envelope.self, from: Data(lines.next().utf8))
      let id = try #require(envelope.before?.id ?? envelope.after?.id)
      #expect(envelope.before == rows[id])
      #expect(envelope.op == (envelope.before == nil ? "c" : envelope.after == nil ? "d" : "u"))
      rows[id] = envelope.after
      operations.insert(envelope.op)
      transactions[envelope.transaction.id, default: 0] += 1
    }
    #expect(operations == ["c", "u", "d"])
    #expect(transactions.count == 100 && transactions.values.allSatisfy { $0 == 10 })
  }
}
