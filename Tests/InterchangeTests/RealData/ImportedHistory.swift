import Annals
import EventLog
import Foundation
import Interchange
import JSONText

/// A real history in a store, imported once for all tests.
final class ImportedHistory: Sendable {
  let name: String
  let folder = try? TemporaryFolder()
  let summary: ImportSummary
  let oracles: [Oracle]

  /// The right state of one type after one event.
  struct Oracle: Sendable {
    let type: ExactString
    let place: UInt64
    /// The time at which the same state is seen; nil where times tie or run backwards there.
    let instant: Instant?
    let file: String
    let count: UInt64
  }

  var path: String { (folder?.path ?? "") + "/store" }

  private init(
    _ name: String,
    stream: DebeziumOptions,
    options: Store.Options,
    oracles: (JSONValue, Instant?) -> [Oracle]
  ) throws {
    self.name = name
    self.oracles = try RealData.lines("\(name)/oracle-index.jsonl").flatMap { entry in
      let isClean = entry.member("clean_time_cut")?.bool == true
      let instant = Instant(count: Int64(entry.whole("ts_ms")), perSecond: 1000)
      return oracles(entry, isClean ? instant : nil)
    }
    guard let data = RealData.folder, let folder else { throw Failure(RealData.absence) }
    let store = try Store.create(at: folder.path + "/store", options)
    defer { store.close() }
    var run = ImportOptions(actor: "nobody")
    run.eventsPerFlush = 4000
    let lines = try LineSource(path: "\(data)/\(name)/events.jsonl.zst")
    summary = try DebeziumImport.run(from: lines, into: store, stream, run)
  }

  /// Opens the store.
  func open() throws -> Store { try Store.open(at: path) }

  /// A copy of the store for a test that changes it.
  func copy(to folder: TemporaryFolder) throws -> String {
    let copy = folder.path + "/store"
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    return copy
  }

  /// The rows that an oracle gives.
  func rows(of oracle: Oracle) throws -> [ExactString: Row] {
    let lines = try RealData.lines("\(name)/\(oracle.file)")
    guard lines.count == Int(oracle.count) else { throw Failure("\(oracle.file) is cut off") }
    return InterchangeTests.rows(lines)
  }

  /// People, their offices, accounts and committees, one commit for each commit of the source.
  static let legislators = Result {
    var stream = DebeziumOptions()
    stream.idField = "id"
    stream.actorFrom = try JSONPath("source.author")
    stream.commitBy = try JSONPath("transaction.id")
    return try ImportedHistory(
      "people-legislators-2012-2013",
      stream: stream,
      options: Store.Options()
    ) { entry, instant in
      (entry.member("tables")?.members ?? []).map { type, table in
        Oracle(
          type: ExactString(type),
          place: entry.whole("after_seq"),
          instant: instant,
          file: table.text("file"),
          count: table.whole("rows")
        )
      }
    }
  }

  /// The files of a repository; with snapshots on the way, which reads of the past then begin from.
  static let files = Result {
    var stream = DebeziumOptions()
    stream.actorFrom = try JSONPath("source.author")
    stream.reasonFrom = try JSONPath("source.commit")
    stream.commitBy = try JSONPath("transaction.id")
    var options = Store.Options()
    options.snapshotPolicy = SnapshotPolicy(everyEvents: 3000, keep: 10)
    options.catchUpEvents = 2000
    return try ImportedHistory("files-nats-server", stream: stream, options: options) {
      entry,
      instant in
      [
        Oracle(
          type: "files",
          place: entry.whole("after_seq"),
          instant: instant,
          file: entry.text("file"),
          count: entry.whole("rows")
        )
      ]
    }
  }
}
