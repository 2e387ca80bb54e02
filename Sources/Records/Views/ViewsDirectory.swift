#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif
internal import EventLog
internal import PageStore
internal import StoreErrors
internal import Synchronization

/// Where the views lie: `views/` in the store, `views.next-PID/` while they are made anew, or a private
/// temporary folder for a reader that may not write there.
package final class ViewsDirectory: Sendable {
  private let root: String?
  private let isReadOnly: Bool
  private let temporary = Mutex<[String]>([])

  /// Names the store's folder; nil for a store in memory.
  package init(root: String?, isReadOnly: Bool) {
    self.root = root
    self.isReadOnly = isReadOnly
  }

  private var path: String? { root.map { $0 + "/views" } }

  /// Opens the views that are there, or begins new ones.
  func open(for log: any EventLog) throws -> (store: ViewStore, isReadOnly: Bool) {
    guard let path else { return (try privateStore(), false) }
    do {
      if !isReadOnly {
        if Folder.isOtherwiseTaken(path) {
          throw StoreError(.damaged, "there is something else in the place of the views (\(path))")
        }
        try Folder.make(path)
        return (try ViewStore(at: path), false)
      }
    } catch let error as StoreError
      where [.readOnly, .permission, .cannotCreate].contains(error.code)
    {
      // Reading must still be possible.
    }
    guard FileManager.default.fileExists(atPath: path + "/data.mdb") else {
      return (try privateStore(), false)
    }
    do { return (try ViewStore(at: path, isReadOnly: true), true) } catch let error as StoreError
      where error.code == .noStore
    {
      // They were never finished, and cannot be from here.
      return (try privateStore(), false)
    }
  }

  /// Begins empty views beside those that serve.
  func begin() throws -> ViewStore {
    guard let root, !isReadOnly else { return try privateStore() }
    removeAbandoned(in: root, Self.nextPrefix)
    let next = nextPath(in: root)
    try Folder.make(next)
    do { return try ViewStore(at: next) } catch {
      try? Folder.remove(next)
      throw error
    }
  }

  /// A compacted copy of views, beside those that serve.
  func compactedCopy(of store: ViewStore) throws -> ViewStore {
    guard let root, !isReadOnly else { return try privateCopy(of: store).store }
    removeAbandoned(in: root, Self.nextPrefix)
    let next = nextPath(in: root)
    try store.environment.copy(to: next)
    do { return try ViewStore(at: next) } catch {
      try? Folder.remove(next)
      throw error
    }
  }

  private func nextPath(in root: String) -> String {
    root + "/\(Self.nextPrefix)\(getpid())-\(UUID().uuidString.prefix(8))"
  }

  /// Puts finished views in the place of those that serve.
  ///
  /// Other processes that hold the old ones go on with them and stay right: they, too, catch up
  /// with the log.
  func put(_ next: ViewStore) throws -> (store: ViewStore, isReadOnly: Bool) {
    guard let path, !isReadOnly else { return (next, false) }
    try Folder.replace(path, by: next.directory, movingOldTo: next.directory + "-old")
    next.close()
    removeOld(next.directory)
    return (try ViewStore(at: path), false)
  }

  /// Forgets views that were not finished.
  func discard(_ next: ViewStore) { try? Folder.remove(next.directory) }

  /// New, empty views in a temporary folder.
  func privateStore() throws -> ViewStore { try ViewStore(at: try makeTemporary()) }

  /// A copy of views that cannot be written, in a temporary folder.
  func privateCopy(of store: ViewStore) throws -> (store: ViewStore, isReadOnly: Bool) {
    let copy = try makeTemporary()
    do { try store.environment.copy(to: copy) } catch  where error.code == .busy {
      // Others write so much that no copy is whole: the log has everything.
      return (try privateStore(), false)
    }
    return (try ViewStore(at: copy), false)
  }

  /// Removes the temporary folders.
  func removePrivate() {
    for path in temporary.withLock({ $0 }) { try? Folder.remove(path) }
  }

  private func makeTemporary() throws -> String {
    let folder = FileManager.default.temporaryDirectory.path
    removeAbandoned(in: folder, Self.temporaryPrefix)
    let path = folder + "/\(Self.temporaryPrefix)\(getpid())-\(UUID().uuidString)"
    try Folder.make(path)
    temporary.withLock { $0.append(path) }
    return path
  }

  /// Removes the views that were replaced.
  ///
  /// Those who still read them can: the files go when nobody holds them.
  private func removeOld(_ next: String) {
    guard let root else { return }
    for name in Self.names(in: root) where (root + "/" + name).hasPrefix(next + "-old") {
      try? Folder.remove(root + "/" + name)
    }
  }

  private static func names(in root: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
  }

  private static func isRunning(_ process: pid_t) -> Bool {
    // A process of somebody else is there, too, though no signal may be sent to it.
    process == getpid() || kill(process, 0) == 0 || errno == EPERM
  }

  /// What the folders of unfinished and of private views are called, before the number of their process.
  private static let nextPrefix = "views.next-", temporaryPrefix = "annals-views-"

  /// Removes what processes left behind that are gone: those that were killed could not.
  private func removeAbandoned(in folder: String, _ prefix: String) {
    for name in Self.names(in: folder) where name.hasPrefix(prefix) {
      let process = name.dropFirst(prefix.count).prefix { $0 != "-" }
      if let process = pid_t(process), Self.isRunning(process) { continue }
      try? Folder.remove(folder + "/" + name)
    }
  }
}
