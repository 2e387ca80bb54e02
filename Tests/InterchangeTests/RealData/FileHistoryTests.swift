import Annals
import EventLog
import Foundation
import Interchange
import JSONText
import Testing

@Suite(.enabled(if: RealData.isThere, Comment(rawValue: RealData.absence)))
struct `Real files` {
  let history: ImportedHistory

  init() throws { history = try ImportedHistory.files.get() }

  /// What `git ls-tree` knows of a file.
  private static let fields: Set<ExactString> = ["id", "mode", "sha", "size"]

  private func known(_ rows: [ExactString: Row]) -> [ExactString: Row] {
    rows.mapValues { row in row.filter { Self.fields.contains($0.key) } }
  }

  @Test func `each state is right by revision, by instant, by replay and from snapshots`() throws {
    let store = try history.open()
    defer { store.close() }
    #expect(try store.snapshots().count > 1)
    for oracle in history.oracles {
      let expected = try history.rows(of: oracle)
      let revision = Point.revision(try store.revision(atPlace: oracle.place))
      #expect(known(try store.rows("files", at: revision)) == expected, "\(oracle)")
      if let instant = oracle.instant {
        #expect(known(try store.rows("files", at: .instant(instant))) == expected, "\(oracle)")
      }
      for useSnapshots in [false, true] {
        let rows = try store.replayedRows("files", at: revision, useSnapshots: useSnapshots)
        #expect(known(rows) == expected, "\(oracle)")
      }
    }
  }

  @Test func `the head is right, also after a rebuild, without views and restored`() throws {
    guard let last = history.oracles.last else { return }
    let expected = try history.rows(of: last)
    let folder = try TemporaryFolder()
    let path = try history.copy(to: folder)
    let store = try Store.open(at: path)
    #expect(known(try store.rows("files")) == expected)
    try store.rebuild()
    #expect(known(try store.rows("files")) == expected)
    store.close()
    try FileManager.default.removeItem(atPath: path + "/views")
    let again = try Store.open(at: path)
    defer { again.close() }
    #expect(known(try again.rows("files")) == expected)
    var bytes: [UInt8] = []
    try JSONLinesExport.run(from: again) { bytes += $0 }
    let copy = Store.inMemory()
    _ = try JSONLinesImport.run(
      from: LineSource(text: String(decoding: bytes, as: UTF8.self)),
      into: copy,
      ImportOptions(actor: "nobody")
    )
    #expect(try copy.head() == again.head())
    #expect(known(try copy.rows("files")) == expected)
  }

  @Test func `each file's history tells who did what and when`() throws {
    let store = try history.open()
    defer { store.close() }
    for file in try RealData.lines("\(history.name)/trail.jsonl") {
      var found: [String] = []
      var mode = ""
      var sha = ""
      try store.events(of: "files", ExactString(file.text("id"))) { event in
        for change in event.changes {
          if change.field.name == "mode" { mode = change.new?.text ?? "000000" }
          if change.field.name == "sha" {
            sha = change.new?.text ?? String(repeating: "0", count: 40)
          }
        }
        let time = event.commit.time.seconds * 1000
        let commit = event.commit
        found.append(
          "\(event.op) \(time) \(commit.actor) \(commit.reason ?? "") \(mode) \(sha)"
        )
        return true
      }
      let names = ["c": "create", "u": "update", "d": "delete"]
      let expected = (file.member("trail")?.elements ?? []).map { step in
        "\(names[step.text("op")] ?? "") \(step.whole("ts_ms")) \(step.text("who")) "
          + "\(step.text("commit")) \(step.text("mode")) \(step.text("sha"))"
      }
      #expect(found == expected, "\(file.text("id"))")
    }
  }
}
