package import StoreErrors
package import Records

/// What every import can be told.
package struct ImportOptions: Sendable {
  /// Who made the commits whose source does not say.
  package var actor: String
  /// Why, for the commits whose source does not say.
  package var reason: String?
  /// Whether an import of the same source that was interrupted goes on where it stopped.
  package var isResuming = false
  /// Whether what cannot be imported is reported and passed over instead of ending the import.
  package var keepsGoing = false
  /// Whether everything is read and nothing written.
  package var isDryRun = false
  /// How many events are written with one flush, about; a commit is never split.
  package var eventsPerFlush = 10_000
  /// Gets each line that was passed over, in order.
  package var report: (@Sendable (ImportReport) throws -> Void)?
  /// Gets the bytes read and their total, 0 where that is not known, after each flush.
  package var progress: Progress?
  /// Asked after each flush whether to stop there.
  package var shouldStop: (@Sendable () -> Bool)?

  /// Makes the usual options.
  package init(actor: String) { self.actor = actor }
}

/// A line that changed nothing, and why.
package struct ImportReport: Sendable, Equatable {
  /// The line, counted from 1; for Git the number of the commit.
  package var line: Int
  /// Why.
  package var error: StoreError
  /// The beginning of the line.
  package var text: String

  /// How many characters of a line are shown.
  package static let textLimit = 200
}

/// What an import did.
package struct ImportSummary: Sendable {
  /// The commits written; in a dry run those that would be tried.
  package var commits: UInt64 = 0
  /// Their events, those that define types too; in a dry run the operations.
  package var events: UInt64 = 0
  /// Lines that were passed over and reported.
  package var skipped: UInt64 = 0
  /// What was found out about types, a line each, such as `person.age is int`.
  package var inferred: [String] = []
  /// The last line read.
  package var lastLine = 0
  /// How long it took.
  package var duration = Duration.zero
}
