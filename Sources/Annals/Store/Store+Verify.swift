public import Records

extension Store {
  /// What a verification compares.
  public struct VerificationOptions: Sendable {
    /// Whether only the views are compared with the log, and neither the log nor the snapshots are checked for their
    /// own sake.
    public var onlyViews = false
    /// At how many points before the head the views are compared, spread over what they know of the past; those that
    /// know fewer are compared at all of them.
    public var points = 4
    /// Which points are taken; nil lets the log's digest choose, so that they are others once something is written.
    public var seed: UInt64?

    /// Makes the usual options.
    public init() {}
  }

  /// Reads the whole log and compares everything that was derived from it with what it gives.
  ///
  /// Of the log it checks every checksum, the digests of all commits, that revisions have no gaps and times never run
  /// backwards; of each snapshot every record; of the views, at the head and at some points, every record, list and
  /// unique value. Nothing is mended. Views that cannot be trusted at all, because they are of another log or the
  /// machine stopped, are made anew first, as every read does.
  ///
  /// - Returns: what was compared, with a fault where something differed or was damaged.
  /// - Throws: `StoreError` (`diskFull`, `io`, `closed`) where the verification could not be made.
  /// - Complexity: O(events + points · records · log records), the events once more for each 200,000 records, and
  ///   memory for so many records or those of the largest type.
  public func verify(
    _ options: VerificationOptions = VerificationOptions(),
    progress: Progress? = nil
  ) throws -> Verification {
    var verifier = Verifier(of: log, views, snapshotFiles, isOfLog: !options.onlyViews)
    return try verifier.run(points: options.points, seed: options.seed, progress: progress)
  }
}
