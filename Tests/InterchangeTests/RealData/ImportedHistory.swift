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
  let name: String
  let folder: TemporaryFolder
  /// The right states, in order.
  let states: [GivenState]
  /// The commits of the source, as it lists them.
  let commits: [SourceCommit]
  /// Each place at which a state is given with the revision that ends there.
  let revisions: [UInt64: Revision]
  /// What the head showed of each state when the import had come that far.
  let heads: [[ExactString: Row]]
  /// How many lines were passed over.
  let skipped: UInt64

  /// The last line with an event.
  var lastPlace: UInt64 { states.last?.place ?? 0 }

  var path: String { folder.path + "/store" }

  /// Imports a history.
  ///
  /// - Parameters:
  ///   - states: reads an entry of the index of states.
  ///   - arrival: called when the import has come to a state.
  private init(
    _ name: String,
    _ stream: DebeziumOptions,
    states: (JSONValue) throws -> [GivenState],
    arrival: (Store, UInt64) throws -> Void = { _, _ in }
  ) throws {
    self.name = name
    folder = try TemporaryFolder()
    self.states = try RealData.lines("\(name)/oracle-index.jsonl").flatMap(states)
    commits = try RealData.lines("\(name)/commits.jsonl").map(SourceCommit.init)
    var options = Store.Options()
    // Views are brought forward in several batches; snapshots are taken where the stages say, and only there.
    options.catchUpEvents = 2000
    options.snapshotPolicy = SnapshotPolicy(everyEvents: 0)
    let store = try Store.create(at: folder.path + "/store", options)
    defer { store.close() }
    var stages = try Stages(of: name, stream)
    var revisions: [UInt64: Revision] = [:]
    var heads: [[ExactString: Row]] = []
    for state in self.states {
      if state.place > stages.place {
        let middle = (stages.place + state.place) / 2
        let cuts = stages.place + 1..<middle + 1
        if let cut = commits.last(where: { cuts.contains($0.lastPlace) })?.lastPlace {
          try stages.goOn(to: cut, in: store)
          try store.snapshot()
        }
        try stages.goOn(to: state.place, in: store)
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

/// A commit as the source's own list of commits has it.
struct SourceCommit: Sendable {
  let author: String
  /// Seconds since 1970.
  let time: Int64
  /// The line of its first event; 0 for a commit that changed no record.
  let firstPlace: UInt64
  /// The line of the last event so far: that of the commit before where it changed no record itself.
  let lastPlace: UInt64

  init(_ json: JSONValue) {
    author = json.text("author")
    time = Int64(json.whole("committer_ts"))
    firstPlace = json.whole("first_seq")
    lastPlace = json.whole("last_seq")
  }
}

/// An import that goes on and on with the same source, each time with more of it.
private struct Stages {
  private let path: String
  private let bytes: Data
  /// Where each line ends.
  private let ends: [Int]
  private let stream: DebeziumOptions
  private(set) var place: UInt64 = 0
  private(set) var skipped: UInt64 = 0

  init(of name: String, _ stream: DebeziumOptions) throws {
    guard let data = RealData.folder else { throw Failure(RealData.absence) }
    path = "\(data)/\(name)/events.jsonl.zst"
    bytes = try RealData.bytes("\(name)/events.jsonl")
    ends = bytes.indices.filter { [bytes] in bytes[$0] == UInt8(ascii: "\n") }
    self.stream = stream
  }

  /// Imports the lines up to a place; to the end, from the file itself.
  mutating func goOn(to end: UInt64, in store: Store) throws {
    var run = ImportOptions(actor: "nobody")
    run.eventsPerFlush = 4000
    run.isResuming = place > 0
    let lines =
      end < ends.count
      ? LineSource(text: String(decoding: bytes[..<ends[Int(end) - 1]], as: UTF8.self))
      : try LineSource(path: path)
    let summary = try DebeziumImport.run(from: lines, into: store, stream, run)
    guard summary.lastLine == end else { throw Failure("the import ended before line \(end)") }
    place = end
    skipped += summary.skipped
  }
}

extension ImportedHistory {
  /// People, their offices, accounts and committees, one commit for each commit of the source.
  ///
  /// Somebody defines views of the legislators when the first state is reached, so that later changes, later
  /// fields and reads of the past meet them.
  static let legislators = Result {
    var stream = DebeziumOptions()
    stream.idField = "id"
    stream.actorFrom = try JSONPath("source.author")
    stream.commitBy = try JSONPath("transaction.id")
    let people = "people-legislators-2012-2013"
    return try ImportedHistory(people, stream) { entry in
      try (entry.member("tables")?.members ?? []).map { type, table in
        try GivenState(people, entry, type: ExactString(type), file: table)
      }
    } arrival: { store, place in
      if place == 5968 { try LegislatorViews.define(in: store) }
    }
  }

  /// The files of a repository.
  static let files = Result {
    var stream = DebeziumOptions()
    stream.actorFrom = try JSONPath("source.author")
    stream.reasonFrom = try JSONPath("source.commit")
    stream.commitBy = try JSONPath("transaction.id")
    let files = "files-nats-server"
    // What `git ls-tree` knows of a file.
    let fields: Set<ExactString> = ["id", "mode", "sha", "size"]
    return try ImportedHistory(files, stream) { entry in
      [try GivenState(files, entry, type: "files", file: entry, fields: fields)]
    }
  }
}
