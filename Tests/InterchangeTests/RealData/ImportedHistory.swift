import Annals
import EventLog
import Foundation
import Interchange
import JSONText

/// A real history in a store, imported once for all tests, in stages.
///
/// A stage ends with each given state, where the head must show it, and on the way to each, where a snapshot is
/// taken from which later folds begin.
final class ImportedHistory: Sendable {
  let folder: TemporaryFolder
  /// The right states, in order.
  let states: [GivenState]
  /// The last line.
  let lastPlace: UInt64
  /// Each place at which a state is given with the revision that ends there.
  let revisions: [UInt64: Revision]
  /// What the head showed of each state when the import had come that far.
  let heads: [[ExactString: Row]]
  /// How many lines were passed over.
  let skipped: UInt64

  var path: String { folder.path + "/store" }

  /// Imports a history.
  ///
  /// - Parameters:
  ///   - file: the events.
  ///   - commitEnds: the lines with which commits end.
  ///   - arrival: called when the import has come to a state.
  private init(
    _ file: String,
    _ stream: DebeziumOptions,
    states: [GivenState],
    commitEnds: [UInt64],
    arrival: (Store, UInt64) throws -> Void = { _, _ in }
  ) throws {
    folder = try TemporaryFolder()
    self.states = states
    lastPlace = states.last?.place ?? 0
    var options = Store.Options()
    // Views are brought forward in several batches; snapshots are taken where the stages say, and only there.
    options.catchUpEvents = 2000
    options.snapshotPolicy = SnapshotPolicy(everyEvents: 0)
    let store = try Store.create(at: folder.path + "/store", options)
    defer { store.close() }
    var stages = try Stages(of: file, stream)
    var revisions: [UInt64: Revision] = [:]
    var heads: [[ExactString: Row]] = []
    for state in states {
      if state.place > stages.place {
        let middle = (stages.place + state.place) / 2
        let cuts = stages.place + 1..<middle + 1
        if let cut = commitEnds.last(where: cuts.contains) {
          try stages.goOn(to: cut, in: store)
          try store.snapshot()
        }
        try stages.goOn(to: state.place, isEnd: state.place == lastPlace, in: store)
        revisions[state.place] = try store.head().revision
        try arrival(store, state.place)
      }
      heads.append(try store.rows(state.type))
    }
    self.revisions = revisions
    self.heads = heads
    skipped = stages.skipped
  }

  /// The point behind the line of an event with which a state is given.
  func point(at place: UInt64) throws -> Point {
    guard let revision = revisions[place] else { throw Failure("no state at line \(place)") }
    return .revision(revision)
  }

  /// Opens the store.
  func open() throws -> Store { try Store.open(at: path) }

  /// A copy of the store for a test that changes it.
  func copy(to folder: TemporaryFolder) throws -> String {
    let copy = folder.path + "/store"
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    return copy
  }
}

/// An import that goes on and on with the same source, each time with more of it.
private struct Stages {
  private let path: String
  private let stream: DebeziumOptions
  private(set) var place: UInt64 = 0
  private(set) var skipped: UInt64 = 0

  init(of file: String, _ stream: DebeziumOptions) throws {
    path = try RealData.path(file)
    self.stream = stream
  }

  /// Imports the lines up to a place.
  ///
  /// - Parameter isEnd: whether the place is the end, where the file itself is read.
  mutating func goOn(to place: UInt64, isEnd: Bool = false, in store: Store) throws {
    var run = ImportOptions(actor: "nobody")
    run.eventsPerFlush = 4000
    run.isResuming = self.place > 0
    let lines = isEnd ? try LineSource(path: path) : LineSource(text: try beginning(upTo: place))
    let summary = try DebeziumImport.run(from: lines, into: store, stream, run)
    guard summary.lastLine == place else { throw Failure("the import ended before line \(place)") }
    self.place = place
    skipped += summary.skipped
  }

  private func beginning(upTo place: UInt64) throws -> String {
    let script = #"zstd -dcqf --long=27 "$0" | head -n "$1""#
    return String(decoding: try output(of: "sh", "-c", script, path, "\(place)"), as: UTF8.self)
  }
}

extension ImportedHistory {
  /// People, their offices, accounts and committees, one commit for each commit of the source.
  ///
  /// Somebody defines views of the legislators when the first state is reached, so that later changes, later
  /// fields and reads of the past meet them.
  static let legislators = Result {
    let people = "people-legislators-2012-2013"
    var stream = DebeziumOptions()
    stream.idField = "id"
    stream.actorFrom = try JSONPath("source.author")
    stream.commitBy = try JSONPath("transaction.id")
    let states = try RealData.lines("\(people)/oracle-index.jsonl").flatMap { entry in
      try (entry.member("tables")?.members ?? []).map { type, table in
        try GivenState(people, entry, type: ExactString(type), file: table)
      }
    }
    return try ImportedHistory(
      "\(people)/events.jsonl",
      stream,
      states: states,
      commitEnds: SourceCommit.all(of: people).map(\.lastPlace)
    ) { store, place in
      if place == states.first?.place { try LegislatorViews.define(in: store) }
    }
  }

  /// The files of a repository.
  static let files = Result {
    let files = "files-nats-server"
    var stream = DebeziumOptions()
    stream.actorFrom = try JSONPath("source.author")
    stream.reasonFrom = try JSONPath("source.commit")
    stream.commitBy = try JSONPath("transaction.id")
    // What `git ls-tree` knows of a file.
    let fields: Set<ExactString> = ["id", "mode", "sha", "size"]
    return try ImportedHistory(
      "\(files)/events.jsonl",
      stream,
      states: RealData.lines("\(files)/oracle-index.jsonl").map {
        try GivenState(files, $0, type: "files", file: $0, fields: fields)
      },
      commitEnds: SourceCommit.all(of: files).map(\.lastPlace)
    )
  }

  /// The products of a connector's test, each line a commit.
  static let products = Result {
    let folder = "streams/01-debezium-products"
    var rows = InterchangeTests.rows(try RealData.lines("\(folder)/expected-final.jsonl"))
    // SQLite shows 1.0 where the stream has 1.
    for id in rows.keys where rows[id]?["weight"] == "1.0" { rows[id]?["weight"] = "1" }
    let lines = try RealData.lines("\(folder)/debezium-data.txt")
    let state = GivenState(
      type: "products",
      place: UInt64(lines.count),
      instant: lines.last.flatMap { Instant(count: Int64($0.whole("ts_ms")), perSecond: 1000) },
      rows: rows
    )
    return try ImportedHistory(
      "\(folder)/debezium-data.txt",
      DebeziumOptions(),
      states: [state],
      commitEnds: Array(1...state.place)
    )
  }
}
