import Annals
import EventLog
import Foundation
import Interchange
import JSONText
import Testing

@Suite(.enabled(if: RealData.isThere, Comment(rawValue: RealData.absence)))
struct `Real people` {
  let history: ImportedHistory

  init() throws { history = try ImportedHistory.legislators.get() }

  @Test func `every line became an event, every commit of the source a commit`() throws {
    let store = try history.open()
    defer { store.close() }
    let commits = try RealData.lines("\(history.name)/commits.jsonl")
    #expect(history.summary.lastLine == 22_895 && history.summary.skipped == 0)
    let changing = commits.filter { (1...22_895).contains($0.whole("first_seq")) }
    #expect(try store.head().revision == Revision(UInt64(changing.count)))
  }

  @Test func `each state is right by revision, by instant and by replay`() throws {
    let store = try history.open()
    defer { store.close() }
    for oracle in history.oracles {
      let expected = try history.rows(of: oracle)
      let revision = Point.revision(try store.revision(atPlace: oracle.place))
      #expect(try store.rows(oracle.type, at: revision) == expected, "\(oracle)")
      if let instant = oracle.instant {
        #expect(try store.rows(oracle.type, at: .instant(instant)) == expected, "\(oracle)")
      }
      let replayed = try store.replayedRows(oracle.type, at: revision, useSnapshots: false)
      #expect(replayed == expected, "\(oracle)")
    }
  }

  /// Compares the head with the last oracles.
  private func expectHead(of store: Store) throws {
    for oracle in history.oracles where oracle.place == 22_895 {
      #expect(try store.rows(oracle.type) == history.rows(of: oracle), "\(oracle)")
    }
  }

  @Test func `the head is right, also after a rebuild, without views and from a snapshot`() throws {
    let folder = try TemporaryFolder()
    let path = try history.copy(to: folder)
    let store = try Store.open(at: path)
    try expectHead(of: store)
    try store.rebuild()
    try expectHead(of: store)
    store.close()
    try FileManager.default.removeItem(atPath: path + "/views")
    let again = try Store.open(at: path)
    try expectHead(of: again)
    let snapshot = try again.snapshot()
    for oracle in history.oracles where oracle.place == 22_895 {
      guard try again.types().contains(where: { $0.name == oracle.type }) else { continue }
      let replay = try again.replay(type: oracle.type) { _ in true }
      #expect(replay.snapshot == snapshot.revision && replay.events == 0)
      let rows = try again.replayedRows(oracle.type, at: .head, useSnapshots: true)
      #expect(rows == (try history.rows(of: oracle)), "\(oracle)")
    }
    #expect(try again.rebuild().events == 0)
    try expectHead(of: again)
    again.close()
  }

  @Test func `an export makes the same store again, and its views list people in order`() throws {
    let store = try history.open()
    defer { store.close() }
    let folder = try TemporaryFolder()
    let copy = try restored(store, in: folder)
    defer { copy.close() }
    #expect(try copy.head() == store.head())
    try expectHead(of: copy)
    try expectLists(in: copy, isLast: false)
    try defineViews(in: copy)
    try expectLists(in: copy, isLast: true)
  }

  private func restored(_ store: Store, in folder: TemporaryFolder) throws -> Store {
    var bytes: [UInt8] = []
    try JSONLinesExport.run(from: store) { bytes += $0 }
    let file = try folder.write(String(decoding: bytes, as: UTF8.self), to: "export.jsonl")
    let copy = try Store.create(at: folder.path + "/copy")
    let summary = try JSONLinesImport.run(
      from: LineSource(path: file),
      into: copy,
      ImportOptions(actor: "nobody")
    )
    #expect(summary.events == (try store.head().eventCount))
    return copy
  }

  private func defineViews(in store: Store) throws {
    let type = try store.type("legislators")
    let number = { (name: ExactString) in type.field(name)?.number ?? 0 }
    let sorts: [(ExactString, Bool)] = [
      ("govtrack", false), ("birthday", false), ("birthday", true), ("district", false),
      ("last", false), ("terms", true),
    ]
    let views = sorts.flatMap { name, isDescending in
      let key = SortKey(field: number(name), isDescending: isDescending)
      let title = ExactString("\(name)-\(isDescending)")
      return [
        ViewDefinition(title, filters: [], sorts: [key]),
        ViewDefinition(ExactString("owned-\(title)"), filters: [number("owner")], sorts: [key]),
      ]
    }
    let next = try TypeDefinition(name: type.name, fields: type.fields, views: views)
    _ = try store.write(by: "ann", [.redefine(next)])
  }

  /// Compares the sorted and filtered lists: in the past, or at the head through views.
  private func expectLists(in store: Store, isLast: Bool) throws {
    for list in try RealData.lines("\(history.name)/views.jsonl") {
      let place = list.whole("after_seq")
      guard (place == 22_895) == isLast else { continue }
      let point = isLast ? Point.head : .revision(try store.revision(atPlace: place))
      let type = try store.type("legislators", at: point)
      let sort = (list.member("descending")?.bool == true ? "-" : "") + list.text("sort")
      var query = Query(type.name, sort: try SortKey.parse(sort, for: type))
      if let owner = list.member("owner")?.string {
        query.condition = try Condition(parsing: "owner = '\(owner)'", for: type)
      }
      let ids = ["ids", "ids_with_null_in_sort_field"].flatMap {
        list.member($0)?.elements?.compactMap(\.string) ?? []
      }
      var found: [ExactString] = []
      try store.forEach(query, at: point) { record in
        found.append(record.id)
        return true
      }
      #expect(found == ids.map { ExactString($0) }, "\(place) \(sort) \(list.text("owner"))")
      if isLast, case .view = try store.explain(query).source {
      } else if isLast {
        Issue.record("no view was used for \(sort)")
      }
    }
  }
}
