internal import EventLog
internal import Records
internal import StoreErrors

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A copy of a store that was made and read once more.
public struct Backup: Sendable, Hashable {
  /// The last commit in it.
  public let revision: Revision
  /// How many events it has.
  public let events: UInt64
  /// Its bytes on disk.
  public let bytes: UInt64
}

extension Store {
  /// Copies the store as it is now, while others use it.
  ///
  /// The copy is a store of its own, which opens as this one does: it has the log, and makes its views anew when they
  /// are first read. It stands under its name only once all of it was read again from the disk, every checksum compared,
  /// and its digest found to be this store's.
  ///
  /// What `progress` throws ends it, and nothing stands under the name then. A process that is killed meanwhile leaves a folder with `.partial-` and its number behind the name.
  ///
  /// - Parameters:
  ///   - path: a folder that is not there yet, or is empty, and does not lie in the store itself.
  ///   - progress: told how many events were read again.
  /// - Returns: what the copy holds.
  /// - Throws: `StoreError`: `alreadyExists`, `cannotCreate`, `permission`, `diskFull`; `misuse` for a store in memory;
  ///   `damaged` where the copy, or this store, cannot be read; `io`, `closed`. Nothing stands under the name then.
  /// - Complexity: O(bytes of the log).
  @discardableResult
  public func backup(
    to path: String,
    progress: ((_ done: UInt64, _ total: UInt64) throws -> Void)? = nil
  ) throws -> Backup {
    guard let log = log as? LMDBEventLog else {
      throw StoreError(
        .misuse,
        "a store in memory cannot be copied",
        hints: ["export it, or make a store on disk"]
      )
    }
    let path = Self.withoutSlashes(path)
    try refuseBackup(at: path)
    let partial = path + ".partial-\(getpid())"
    try Folder.make(partial)
    do {
      try log.copy(to: partial + "/log")
      let backup = try readAgain(partial) { try progress?($0, $1) }
      try Folder.rename(partial, to: path)
      return backup
    } catch {
      try? Folder.remove(partial)
      throw error
    }
  }

  /// Refuses a place that no copy can have.
  package func refuseBackup(at path: String) throws {
    try Self.checkEmpty(path)
    try refuseInside(path)
  }

  /// A folder's path as a name can be added to it.
  private static func withoutSlashes(_ path: String) -> String {
    var path = path
    while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
    return path
  }

  private static func checkEmpty(_ path: String) throws {
    guard !path.isEmpty else {
      throw StoreError(.usage, "the copy's folder has an empty name", hints: ["name a folder"])
    }
    guard Folder.hasFile(path) else { return }
    let contents = try? FileManager.default.contentsOfDirectory(atPath: path)
    guard contents?.isEmpty == true else {
      throw StoreError(
        .alreadyExists,
        "there is something already (\(path))",
        hints: ["name a folder that is not there yet, or an empty one"]
      )
    }
  }

  /// Refuses a copy within the store, which would be lost with it and could be taken for a part of it.
  private func refuseInside(_ path: String) throws {
    let parent = URL(filePath: path).deletingLastPathComponent()
    let place = parent.resolvingSymlinksInPath().path
    let own = URL(filePath: self.path).resolvingSymlinksInPath().path
    guard place == own || place.hasPrefix(own + "/") else { return }
    throw StoreError(
      .cannotCreate,
      "a copy must not lie in the store that it is of (\(path))",
      hints: ["name a folder elsewhere, best on another disk"]
    )
  }

  /// Reads a copy, and compares its digest with that of this store.
  private func readAgain(
    _ copyPath: String,
    _ progress: (_ done: UInt64, _ total: UInt64) throws -> Void
  ) throws -> Backup {
    let copy = try LMDBEventLog.open(at: copyPath + "/log", isReadOnly: true)
    defer { copy.close() }
    let head = try copy.head()
    var check = try LogCheck(of: copy)
    var done: UInt64 = 0
    try progress(done, head.eventCount)
    if head.revision >= Revision(1) {
      try copy.scan(Revision(1)...head.revision) { header, position, bytes in
        try check.take(header, position, bytes)
        done += 1
        if done % 4096 == 0 { try progress(done, head.eventCount) }
        return true
      }
      try check.finish()
    }
    let own = head.revision == .zero ? LogHead.empty : try log.header(of: head.revision)?.asHead
    guard check.head == head, own?.chain == head.chain, copy.identity == log.identity else {
      throw StoreError(
        .damaged,
        "the copy is not what the store holds",
        hints: ["check the disk, then try again"]
      )
    }
    try progress(head.eventCount, head.eventCount)
    return Backup(
      revision: head.revision,
      events: head.eventCount,
      bytes: try copy.statistics().bytes
    )
  }
}
