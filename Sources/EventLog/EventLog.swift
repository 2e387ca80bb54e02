/// The truth: commits of events, appended and never changed.
///
/// Events are opaque bytes here. An implementation keeps them exactly, numbers the commits without gaps,
/// keeps their times from running backwards and checks a checksum on every event it reads. Nothing above
/// this protocol may know what keeps the log.
///
/// All calls block the calling thread and may be made from any thread. Reads see every commit acknowledged
/// before they began.
public protocol EventLog: AnyObject, Sendable {
  /// Which log this is; it never changes and no other log has the same.
  var identity: LogIdentity { get }

  /// The last commit, or the empty head.
  ///
  /// - Throws: `StoreError` (`io`, `damaged`, `closed`).
  /// - Complexity: O(log n).
  func head() throws -> LogHead

  /// Appends commits, in order, all or none, and returns once they have reached the log's durability.
  ///
  /// Calls made at the same time share one flush. A draft whose idempotency key is in the log already is not
  /// appended again: its place in the answer holds the first result, whatever the expectation.
  ///
  /// - Parameters:
  ///   - drafts: the commits; each needs 1 event or more.
  ///   - expectation: what the head must be before the first of them that is new.
  /// - Returns: an answer per draft, in order.
  /// - Throws: `StoreError`: `conflict` where the expectation does not hold, `keyReused` for a known key with
  ///   another content, `usage` for a draft without events, `tooLarge` (`LogLimits`), `diskFull`, `mapFull`,
  ///   `readOnly`, `io`, `closed`. Nothing is appended then.
  /// - Complexity: O(bytes appended + log n).
  func append(_ drafts: [CommitDraft], expecting expectation: Expectation) throws -> [Appended]

  /// Makes everything acknowledged so far survive a power cut.
  ///
  /// - Throws: `StoreError` (`io`, `diskFull`, `closed`).
  func flush() throws

  /// The header of one commit, or nil where there is no such revision.
  ///
  /// - Throws: `StoreError` (`io`, `damaged`, `closed`).
  /// - Complexity: O(log n).
  func header(of revision: Revision) throws -> CommitHeader?

  /// Reads events in order, from the first of `range` to the last, commit by commit.
  ///
  /// Revisions past the head are left out. No lock or transaction outlives a bounded slice of the scan.
  ///
  /// - Parameters:
  ///   - range: the revisions wanted.
  ///   - visit: called for each event with its commit's header, its position and its bytes, which it must
  ///     not keep; returns false to stop.
  /// - Throws: `StoreError` (`io`, `damaged`, `closed`) and whatever `visit` throws.
  func scan(
    _ range: ClosedRange<Revision>,
    _ visit: (CommitHeader, EventPosition, Span<UInt8>) throws -> Bool
  ) throws

  /// Reads one event.
  ///
  /// - Throws: `StoreError`: `notFound` where there is none, `io`, `damaged`, `closed`.
  /// - Complexity: O(log n).
  func withEvent<R>(at position: EventPosition, _ body: (Span<UInt8>) throws -> R) throws -> R

  /// Where the definition events after `revision` stand, in order.
  ///
  /// - Throws: `StoreError` (`io`, `damaged`, `closed`).
  /// - Complexity: O(log n + definitions found).
  func definitions(after revision: Revision) throws -> [EventPosition]

  /// The last revision whose time is not after `instant`; zero where there is none.
  ///
  /// - Throws: `StoreError` (`io`, `damaged`, `closed`).
  /// - Complexity: O(log² n): times never run backwards, so the commits themselves are the index.
  func revision(at instant: Instant) throws -> Revision

  /// What the commit under an idempotency key was, or nil where the key is new.
  ///
  /// - Throws: `StoreError`: `keyReused` where it had another content, `io`, `damaged`, `closed`.
  func result(forKey key: IdempotencyKey) throws -> Appended?

  /// Waits until the head is past `revision`, here or through another process.
  ///
  /// - Parameters:
  ///   - revision: what is known already.
  ///   - timeout: how long to wait at most.
  /// - Returns: the head then, which is `revision` or earlier where the time ran out.
  /// - Throws: `StoreError` (`io`, `damaged`, `closed`).
  func waitForCommit(after revision: Revision, timeout: Duration) throws -> Revision

  /// Bytes and counts, for people.
  ///
  /// - Throws: `StoreError` (`io`, `closed`).
  func statistics() throws -> LogStatistics

  /// How the log's place on the disk is; nil for a log that has none.
  ///
  /// - Throws: `StoreError` (`io`, `closed`).
  /// - Complexity: O(1).
  func condition() throws -> LogCondition?

  /// Ends the use of the log. Calls made later throw `closed`.
  func close()
}
