import Annals
import EventLog
import Foundation
import Interchange
import Testing

/// A way by which a store comes to its answers; all must give the same.
enum Route: CaseIterable, Sendable {
  /// The head of a store that has come just so far.
  case head
  /// Reads, with whatever the import left in views and snapshots.
  case reads
  /// Folds of the log from its beginning.
  case replay
  /// Reads after the views were made anew from the log.
  case rebuild
  /// Reads after the views' folder was deleted.
  case withoutViews
  /// Folds and reads that begin at a snapshot.
  case snapshots
  /// Reads of another store, made from an export.
  case restored
}

extension ImportedHistory {
  /// Compares all given states with what a route shows, by revision and by instant.
  ///
  /// - Parameter reads: compares more, with each store that the route reads from.
  func check(_ route: Route, alsoReading reads: (Store) throws -> Void = { _ in }) throws {
    func expectReads(_ store: Store) throws {
      try expectStates(readFrom: store)
      try reads(store)
    }
    switch route {
    case .head:
      for (state, rows) in zip(states, heads) {
        #expect(state.known(of: rows) == state.rows, "\(state)")
      }
    case .reads: try withStore(expectReads)
    case .replay: try withStore { try expectStates(replayedFrom: $0, useSnapshots: false) }
    case .rebuild:
      try withCopy(without: "snapshots") { store, _ in
        #expect(try store.rebuild().events == store.head().eventCount)
        try expectReads(store)
      }
    case .withoutViews:
      try withCopy(without: "snapshots", "views") { store, _ in try expectReads(store) }
    case .snapshots: try checkSnapshots(expectReads)
    case .restored:
      // Its log is the same byte for byte, so a replay can show nothing else.
      try withRestored(expectReads)
    }
  }

  /// From the snapshots on the way to each state; then from one of the head.
  private func checkSnapshots(_ expectReads: (Store) throws -> Void) throws {
    try withCopy(without: "views") { store, path in
      let halfway = try store.snapshots().map(\.revision)
      #expect(halfway.count == revisions.count)
      for revision in revisions.values {
        let replay = try store.replay(to: .revision(revision)) { _ in true }
        #expect(replay.snapshot == halfway.last { $0 <= revision } && replay.events > 0)
      }
      try expectStates(replayedFrom: store, useSnapshots: true)
      try expectReads(store)

      let head = try store.head().revision
      #expect(try store.snapshot().revision == head)
      let replay = try store.replay { _ in true }
      #expect(replay.snapshot == head && replay.events == 0)
      store.close()
      try FileManager.default.removeItem(atPath: path + "/views")
      let again = try Store.open(at: path)
      defer { again.close() }
      try expectReads(again)
      try expectStates(replayedFrom: again, useSnapshots: true)
    }
  }

  // MARK: Comparing

  private func expectStates(readFrom store: Store) throws {
    try expectStates { types, point in
      try Dictionary(
        types.map { ($0, try store.rows($0, at: point)) },
        uniquingKeysWith: { first, _ in first }
      )
    }
  }

  private func expectStates(replayedFrom store: Store, useSnapshots: Bool) throws {
    try expectStates { try store.replayedRows(to: $1, useSnapshots: useSnapshots) }
  }

  /// Compares each state with what is shown of it at its revision, at its instant and, if it is the last, at the
  /// head.
  private func expectStates(
    _ shown: ([ExactString], Point) throws -> [ExactString: [ExactString: Row]]
  ) throws {
    for place in revisions.keys {
      let states = states.filter { $0.place == place }
      var points = [try point(at: place)]
      points += states.first?.instant.map { [.instant($0)] } ?? []
      if place == lastPlace { points.append(.head) }
      for point in points {
        let rows = try shown(states.map(\.type), point)
        for state in states {
          #expect(state.known(of: rows[state.type] ?? [:]) == state.rows, "\(state) at \(point)")
        }
      }
    }
  }

  // MARK: Stores

  /// The store that all tests share; nobody may change it.
  func withStore(_ body: (Store) throws -> Void) throws {
    let store = try open()
    defer { store.close() }
    try body(store)
  }

  /// A copy of the store, opened without some of its folders.
  func withCopy(without names: String..., body: (Store, _ path: String) throws -> Void) throws {
    let folder = try TemporaryFolder()
    let path = try copy(to: folder)
    for name in names { try FileManager.default.removeItem(atPath: path + "/" + name) }
    let store = try Store.open(at: path)
    defer { store.close() }
    try body(store, path)
  }

  /// A new store, made from an export of this one.
  func withRestored(_ body: (Store) throws -> Void) throws {
    let folder = try TemporaryFolder()
    let copy = try Store.create(at: folder.path + "/store")
    defer { copy.close() }
    try withStore { store in
      var bytes: [UInt8] = []
      try JSONLinesExport.run(from: store) { bytes += $0 }
      let file = try folder.write(String(decoding: bytes, as: UTF8.self), to: "export.jsonl")
      let summary = try JSONLinesImport.run(
        from: LineSource(path: file),
        into: copy,
        ImportOptions(actor: "nobody")
      )
      #expect(summary.events == (try store.head().eventCount))
      #expect(try copy.head() == store.head())
    }
    try body(copy)
  }
}
