package import EventLog

/// One commit that somebody wants.
package struct WriteRequest: Sendable {
  package var actor: String
  package var reason: String?
  package var operations: [RecordOperation]
  /// What else to do, once the operations are done; nil for nothing.
  package var body: WriteBody?
  /// When; nil for now.
  package var time: CommitTime?
  /// The idempotency key.
  package var key: String?
  package var bookmark: Bookmark?
  package var expectation: Expectation
  /// Whether nothing is written.
  package var isDryRun: Bool

  package init(
    actor: String,
    reason: String?,
    operations: [RecordOperation],
    body: WriteBody? = nil,
    time: CommitTime? = nil,
    key: String? = nil,
    bookmark: Bookmark? = nil,
    expectation: Expectation = .any,
    isDryRun: Bool = false
  ) {
    self.actor = actor
    self.reason = reason
    self.operations = operations
    self.body = body
    self.time = time
    self.key = key
    self.bookmark = bookmark
    self.expectation = expectation
    self.isDryRun = isDryRun
  }
}

/// What became of a request.
package struct WriteAnswer: Sendable {
  /// The commit; nil where nothing changed or nothing was to be written.
  package var appended: Appended?
  package var outcomes: [Outcome]
  package var eventCount: Int
}
