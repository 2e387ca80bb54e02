package import Annals
internal import EventLog
internal import StoreErrors
internal import Records

/// Makes a store of what `JSONLinesExport` wrote: with the same commits, byte for byte.
package enum JSONLinesImport {
  /// Reads an exported log to its end and appends its commits.
  ///
  /// The store must be empty or, to resume, hold the beginning of that very log. Each line is held against the
  /// state that the lines before it left, and each commit against the digest that it had when it was exported.
  ///
  /// - Parameters:
  ///   - source: the lines; nobody else may read them.
  ///   - store: where to.
  ///   - options: whether to resume, whether to write at all, how much to write with one flush, the progress and
  ///     when to stop. The actors and reasons are those of the log.
  /// - Returns: what was done.
  /// - Throws: `StoreError`: `badData` with the line at fault, for what is broken, cut off or was changed; `conflict`
  ///   where the store has other commits; `cancelled`; and as `Store.write`. The commits before the fault stay.
  /// - Complexity: O(bytes), in memory for a few windows and the largest commit.
  package static func run(
    from source: sending LineSource,
    into store: Store,
    _ options: ImportOptions
  ) throws -> ImportSummary {
    let clock = ContinuousClock()
    let start = clock.now
    let known = try store.head().revision
    guard options.isResuming || known == .zero else {
      throw StoreError(
        .conflict,
        "the store has commits already, up to \(known)",
        hints: [
          "import it into a new store",
          "or resume, where it was this log that was interrupted",
        ]
      )
    }
    let reader = try LogReader(source, upon: store, eventsPerFlush: options.eventsPerFlush)
    let queue = WindowQueue(reading: reader)
    defer { queue.cancel() }
    var summary = ImportSummary()
    while let window = try queue.next() {
      if !options.isDryRun { try store.restore(window.commits) }
      summary.commits += UInt64(window.commits.count)
      summary.events += UInt64(window.commits.reduce(0) { $0 + $1.lines.count })
      summary.lastLine = window.lastLine
      options.progress?(window.bytesRead, window.bytesTotal ?? 0)
      if options.shouldStop?() == true {
        throw StoreError(.cancelled, "the import was stopped after line \(window.lastLine)")
      }
    }
    summary.duration = start.duration(to: clock.now)
    return summary
  }
}
