import Annals
import EventLog
import Foundation
import Interchange
import Testing

/// Tables of people, whose sorted and filtered lists are given: ages missing or fractional, many the same.
@Suite(.enabled(if: RealData.isThere, Comment(rawValue: RealData.absence)))
struct `Real tables` {
  @Test(arguments: ["titanic.csv", "starwars.csv", "cabinet-turnover.csv"])
  func `are listed in order by every route`(name: String) throws {
    let table = try PeopleTable(name)
    #expect(table.rows.count == Int(table.facts.whole("data_rows")))
    let folder = try TemporaryFolder()
    let path = folder.path + "/store"
    let store = try Store.create(at: path)
    let half = table.rows.count / 2
    _ = try store.write(by: "ann", [.define(table.type())] + table.creations(0..<half))
    try store.snapshot()
    let full = try store.write(by: "ann", table.creations(half..<table.rows.count))
    store.close()
    try Self.everyRoute(to: path) { try table.expectLists(in: $0) }

    // Behind it all records go, and half of them live again.
    let revision = try #require(full.revision)
    let instant = try #require(full.time)
    let later = try Store.open(at: path)
    _ = try later.write(by: "bo", [.deleteWhere(type: "row", nil)])
    _ = try later.write(by: "bo", table.creations(0..<half))
    later.close()
    try Self.everyRoute(to: path) { store in
      try table.expectLists(in: store, at: .revision(revision))
      try table.expectLists(in: store, at: .instant(instant))
    }
  }

  /// Opens a store by each route to its answers, and a copy made from its export.
  private static func everyRoute(to path: String, _ expect: (Store) throws -> Void) throws {
    let store = try Store.open(at: path)
    try expect(store)
    try store.rebuild()
    try expect(store)
    try store.snapshot()
    store.close()
    try FileManager.default.removeItem(atPath: path + "/views")
    let again = try Store.open(at: path)
    defer { again.close() }
    try expect(again)
    var bytes: [UInt8] = []
    try JSONLinesExport.run(from: again) { bytes += $0 }
    let copy = Store.inMemory()
    _ = try JSONLinesImport.run(
      from: LineSource(text: String(decoding: bytes, as: UTF8.self)),
      into: copy,
      ImportOptions(actor: "nobody")
    )
    try expect(copy)
  }
}
