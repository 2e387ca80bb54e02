import Annals
import Foundation
import Interchange
import TestSupport
import Testing

/// What is asked of a store whose views or snapshots may be anything; every answer must be the model's.
enum FaultQuestion: CaseIterable {
  case present, past, records, histories, walks, replays, differences, verification, export
  case catchUp, rebuild, snapshot, write, reopening

  /// Those that a store opened for reading answers, too.
  static let harmless: [Self] = [
    .present, .past, .records, .histories, .walks, .replays, .differences, .verification, .export,
    .catchUp, .rebuild,
  ]

  /// Asks, and compares.
  func ask(_ run: inout FaultRun) throws {
    let check = StoreCheck(store: run.store, model: run.model, sampling: &run.random)
    let head = run.model.head
    switch self {
    case .present: try check.lists(at: head, isHead: true)
    case .past: try check.lists(at: run.point())
    case .records:
      try check.records(at: head, run.keys(), isHead: true)
      try check.records(at: run.point(), run.keys())
    case .histories: try check.histories(of: run.keys())
    case .walks: try check.walks()
    case .replays:
      try check.replay(to: head, useSnapshots: true)
      try check.replay(to: run.point(), useSnapshots: true)
    case .differences: try check.differences(from: run.point(), to: run.point())
    case .verification: try Self.verify(&run)
    case .export: try Self.exportAndImport(&run)
    case .catchUp: try run.store.catchUp()
    case .rebuild: try run.store.rebuild()
    case .snapshot: #expect(try run.store.snapshot().revision == head)
    case .write: try run.write(1 + run.random.index(below: 3))
    case .reopening: try run.reopen()
    }
  }

  /// A verification finds what is damaged, or the damage has no effect.
  private static func verify(_ run: inout FaultRun) throws {
    var options = Store.VerificationOptions()
    options.points = .max
    options.onlyViews = run.random.oneIn(2)
    let fault = try run.store.verify(options).fault
    #expect(fault?.part != .log)
    if fault?.part == .views {
      try run.store.rebuild()
      #expect(try run.store.verify(options).fault?.part != .views, "after \(fault as Any)")
    } else if fault == nil {
      let before = run.viewsFile
      for question in [present, past, past, records, histories] { try question.ask(&run) }
      #expect(run.viewsFile == before, "views without a fault were made anew")
      if !options.onlyViews { try useSnapshots(of: run) }
    }
  }

  /// Snapshots without a fault are used.
  private static func useSnapshots(of run: FaultRun) throws {
    let check = StoreCheck(store: run.store, model: run.model)
    for snapshot in try run.store.snapshots() {
      let replay = try run.store.replay(to: .revision(snapshot.revision)) { _ in true }
      #expect(replay.snapshot == snapshot.revision)
      try check.replay(to: snapshot.revision, useSnapshots: true)
    }
  }

  /// A store that is made of what another exports holds the same log, and answers the same.
  private static func exportAndImport(_ run: inout FaultRun) throws {
    var lines: [UInt8] = []
    try JSONLinesExport.run(from: run.store) { lines += $0 }
    let path = run.scene.folder + "/imported"
    let imported = try Store.create(at: path, .quick)
    _ = try JSONLinesImport.run(
      from: LineSource(text: String(decoding: lines, as: UTF8.self)),
      into: imported,
      ImportOptions(actor: "nobody")
    )
    #expect(try imported.head() == run.store.head())
    let check = StoreCheck(store: imported, model: run.model, sampling: &run.random)
    try check.lists(at: run.model.head, isHead: true)
    try check.lists(at: run.point())
    imported.close()
    try FileManager.default.removeItem(atPath: path)
  }
}

extension FaultRun {
  /// Some point of the history.
  fileprivate mutating func point() -> Revision {
    Revision(UInt64(random.index(below: Int(model.head.rawValue) + 1)))
  }

  /// Some records, and one that there never was.
  fileprivate mutating func keys() -> Set<Model.Key> {
    // In an order that the seed repeats, as that of a set is not.
    let all = Set(model.past.map(\.key)).sorted { ($0.type, $0.id) < ($1.type, $1.id) }
    let never = Model.Key(type: RandomHistory.people, id: "never")
    return Set(all.shuffled(using: &random).prefix(12) + [never])
  }

  /// Tells the views' file from one that takes its place.
  fileprivate var viewsFile: UInt64? {
    let facts = try? FileManager.default.attributesOfItem(atPath: scene.views + "/data.mdb")
    return facts?[.systemFileNumber] as? UInt64
  }
}

extension StoreCheck {
  /// A walk hands out the whole list, or ends early and says so, and the next one hands it out.
  fileprivate func walks() throws {
    for type in model.shapes[Int(model.head.rawValue)].keys {
      let wanted = model.list(type, at: model.head, by: []).map(\.id)
      var ids: [ExactString] = []
      do {
        try walk(type, &ids)
      } catch let error as StoreError where error.code == .busy {
        // The records that were handed out before damage was met cannot be taken back.
        #expect(!error.hints.isEmpty && wanted.starts(with: ids))
        ids = []
        try walk(type, &ids)
      }
      #expect(ids == wanted)
    }
  }

  private func walk(_ type: ExactString, _ ids: inout [ExactString]) throws {
    try store.forEach(Query(type)) { record in
      ids.append(record.id)
      return true
    }
  }
}
