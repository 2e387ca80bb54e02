internal import Annals
internal import EventLog

internal import Records

/// A commit that an import has put together.
struct PendingCommit: Sendable {
  let actor: String
  let reason: String?
  /// When, by the source; nil where it does not say.
  var time: Instant?
  /// What, each with the line it comes from.
  var steps: [(line: Int, operation: RecordOperation)] = []
  /// How far the source is read with it: the number of its last line, say.
  var place: UInt64

  /// The commit as the store takes it.
  ///
  /// - Parameter source: what the bookmark names.
  func batch(source: UInt64) -> Store.Batch {
    var options = Store.WriteOptions()
    options.time = time.map(CommitTime.source)
    options.bookmark = Bookmark(source: source, place: place)
    return Store.Batch(by: actor, because: reason, steps.map(\.operation), options)
  }
}

/// The commits that are written with one flush.
///
/// Where a window ends depends on the source alone, so that a resumed import makes the same windows, and so the
/// same log, as one that was never interrupted.
struct ImportWindow: Sendable {
  var commits: [PendingCommit] = []
  /// The lines passed over.
  var reports: [ImportReport] = []
  /// What was found out about types.
  var inferred: [String] = []
  /// The last line read.
  var lastLine = 0
  /// How much of the input was read.
  var bytesRead: UInt64 = 0
  var bytesTotal: UInt64?
}
