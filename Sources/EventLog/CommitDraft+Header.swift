package import StoreErrors

extension CommitDraft {
  /// The header that every log gives this draft as the commit after a head: revision, time and chain follow from
  /// the two.
  ///
  /// - Throws: `StoreError`: `usage` for a draft without events, `tooLarge` (`LogLimits`).
  /// - Complexity: O(bytes).
  package func header(after head: LogHead) throws(StoreError) -> CommitHeader {
    try CommitEncoder(self, after: head).header
  }
}
