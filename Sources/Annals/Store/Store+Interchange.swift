package import EventLog
internal import StoreErrors
package import Records

// What importers and exporters need besides.

extension Store {
  /// What a commit says of itself, without its events; nil where there is none.
  package func header(of revision: Revision) throws -> CommitHeader? {
    try log.header(of: revision)
  }

  /// All definitions up to the head, each with the place from which it holds.
  package func catalog() throws -> Catalog { try views.catalog(to: log.head().revision) }
}

extension Store {
  /// Appends commits of another store exactly as they were there.
  ///
  /// - Throws: `StoreError`: `badData` with the line of a commit that does not follow upon those before it, which
  ///   were appended; `conflict` where somebody else wrote meanwhile; `readOnly`, `diskFull`, `io`, `closed`.
  package func restore(_ commits: [RestoredCommit]) throws {
    try checkWritable()
    try writer.restore(commits)
  }
}
