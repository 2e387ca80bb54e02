internal import EventLog
internal import Records

/// How large a store's files were, and are.
public struct Compaction: Sendable, Hashable {
  /// The log's bytes before.
  public let logBytesBefore: UInt64
  /// The log's bytes after.
  public let logBytes: UInt64
  /// The views' bytes before.
  public let viewBytesBefore: UInt64
  /// The views' bytes after.
  public let viewBytes: UInt64
}

extension Store {
  /// Makes the files of a store as small as they can be, by compacted copies that take their place.
  ///
  /// Nothing of the history goes: the log is only ever appended to, so as a rule little can be given back of it, and
  /// more of the views. Killed at any moment it leaves a whole store.
  ///
  /// - Parameter path: the store's folder, on whose disk there must be room for the larger of the two copies.
  /// - Returns: the sizes.
  /// - Throws: `StoreError`: `busy` while this process or another has the store open; `noStore`, `damaged`,
  ///   `futureFormat`, `permission`, `diskFull`, `io`.
  /// - Complexity: O(bytes of the files).
  @discardableResult
  public static func compact(at path: String) throws -> Compaction {
    // Says what is wrong with the place, too.
    try open(at: path).close()
    let log = try LMDBEventLog.compact(at: path + "/log")
    let store = try open(at: path)
    defer { store.close() }
    let views = try store.views.compact()
    return Compaction(
      logBytesBefore: log.before,
      logBytes: log.after,
      viewBytesBefore: views.before,
      viewBytes: views.after
    )
  }
}
