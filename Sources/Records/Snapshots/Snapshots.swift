public import EventLog
internal import PageStore
internal import StoreErrors
#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A snapshot, as it is listed.
public struct SnapshotInfo: Sendable, Hashable {
  /// The commit whose state it holds.
  public let revision: Revision
  /// How many events it spares a replay.
  public let eventCount: UInt64
  /// How many records it holds, deleted ones included.
  public let recordCount: UInt64
  /// Its bytes on disk.
  public let bytes: UInt64
  /// Its file.
  public let path: String
}

/// The saved states of a store.
///
/// They only ever make things quicker: one that is damaged, of another log or of another version
/// is set aside when it is met, and the log is read instead.
package final class Snapshots: Sendable {
  private let directory: String
  let log: any EventLog

  package init(in directory: String, of log: any EventLog) {
    self.directory = directory
    self.log = log
  }

  /// The sound-looking snapshots, oldest first; their bodies are checked when they are used.
  package func list() throws -> [SnapshotInfo] { try readers().map(info) }

  private func info(_ reader: SnapshotReader) -> SnapshotInfo {
    SnapshotInfo(
      revision: reader.header.revision,
      eventCount: reader.header.eventCount,
      recordCount: reader.header.recordCount,
      bytes: Folder.size(of: reader.path),
      path: reader.path
    )
  }

  private func readers() throws -> [SnapshotReader] {
    var found: [SnapshotReader] = []
    for path in files() {
      do {
        let reader = try SnapshotReader(path)
        let here = try log.header(of: reader.header.revision)
        let isOurs = reader.header.identity == log.identity && here?.chain == reader.header.chain
        if isOurs { found.append(reader) } else { Folder.setAside(path) }
      } catch let error as StoreError where Self.isPassedOver(error) {
        if error.code == .damaged { Folder.setAside(path) }
      }
    }
    return found.sorted { $0.header.revision < $1.header.revision }
  }

  func files() -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    return names.filter { $0.hasSuffix(".snapshot") }.sorted().map { directory + "/" + $0 }
  }

  /// Loads the newest sound snapshot that is not after a revision.
  ///
  /// - Parameter body: called for each record, in the order of keys. It may be called for records of a snapshot
  ///   that then turns out damaged: `begin` is called before each attempt, and must forget what came before.
  /// - Returns: what was loaded; nil where the log must be read from its beginning.
  func load(
    notAfter revision: Revision,
    begin: (SnapshotHeader) throws -> Void,
    _ body: (RecordKey, RecordState) throws -> Void
  ) throws -> SnapshotHeader? {
    for reader in try readers().reversed() where reader.header.revision <= revision {
      do {
        try begin(reader.header)
        try reader.forEach(body)
        return reader.header
      } catch let error as StoreError where Self.isPassedOver(error) {
        if error.code == .damaged { Folder.setAside(reader.path) }
      }
    }
    return nil
  }

  /// Whether the log is read instead: a snapshot is damaged, cannot be read, or was just removed by another process.
  private static func isPassedOver(_ error: StoreError) -> Bool {
    error.code == .damaged || error.code == .io
  }

  /// Takes a snapshot of the views as they are.
  package func take(from views: Views) throws -> SnapshotInfo {
    try Folder.make(directory)
    return try views.read { transaction, sight in
      let revision = sight.applied.revision
      guard revision > .zero else {
        throw StoreError(.notFound, "there is nothing to save: the store is empty")
      }
      let path = directory + "/" + Self.name(of: revision)
      if let existing = try readers().last(where: { $0.header.revision == revision }) {
        return info(existing)
      }
      var writer = try SnapshotWriter(to: path)
      try sight.store.forEachRecord(in: transaction) { key, state in try writer.add(key, state) }
      let header = SnapshotHeader(
        identity: log.identity,
        revision: revision,
        chain: sight.applied.chain,
        eventCount: sight.applied.eventCount,
        recordCount: writer.recordCount
      )
      try writer.finish(header)
      return info(try SnapshotReader(path))
    }
  }

  /// Removes what is more than a number of snapshots, as `SnapshotPolicy.keep` has it.
  ///
  /// - Returns: what was removed.
  package func prune(keeping count: Int) throws -> [SnapshotInfo] {
    let removed = try prunable(keeping: count)
    for snapshot in removed {
      do { try Folder.remove(snapshot.path) } catch {
        // Another process may have removed it first.
        if Folder.hasFile(snapshot.path) { throw error }
      }
    }
    return removed
  }

  /// What `prune` would remove, oldest first.
  package func prunable(keeping count: Int) throws -> [SnapshotInfo] {
    let all = try list()
    let kept = SnapshotPolicy.kept(of: all.map(\.eventCount), atMost: count)
    return all.indices.filter { !kept.contains($0) }.map { all[$0] }
  }

  private static func name(of revision: Revision) -> String { revision.fileName + ".snapshot" }
}
