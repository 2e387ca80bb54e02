internal import Annals
internal import EventLog
internal import StoreErrors
internal import Records

/// Writes the windows of a reader into a store.
struct ImportRun {
  let store: Store
  let source: ImportSource
  let options: ImportOptions

  /// Reads to the end.
  ///
  /// - Throws: `StoreError`: what the reader or the store refuses, with its line; `cancelled`. The commits
  ///   before it stay.
  func run<Reader: ImportReader>(_ reader: sending Reader) throws -> ImportSummary
  where Reader.Window == ImportWindow {
    let clock = ContinuousClock()
    let start = clock.now
    let queue = WindowQueue(reading: reader)
    defer { queue.cancel() }
    var summary = ImportSummary()
    do {
      while let window = try queue.next() {
        try take(window, into: &summary)
        options.progress?(window.bytesRead, window.bytesTotal ?? 0)
        if options.shouldStop?() == true {
          throw StoreError(.cancelled, "the import was stopped after line \(window.lastLine)")
        }
      }
    } catch var error as StoreError {
      if summary.commits > 0, !options.isDryRun, error.hints.count < 2 {
        error.hints.append(
          "\(summary.commits) commits are kept; --resume goes on behind them"
        )
      }
      throw error
    }
    summary.duration = start.duration(to: clock.now)
    return summary
  }

  private func take(_ window: ImportWindow, into summary: inout ImportSummary) throws {
    var window = window
    if options.isDryRun {
      summary.commits += UInt64(window.commits.count)
      summary.events += UInt64(window.commits.reduce(0) { $0 + $1.steps.count })
    } else {
      try write(&window, into: &summary)
    }
    try report(window.reports.sorted { $0.line < $1.line }, into: &summary)
    summary.inferred += window.inferred
    summary.lastLine = window.lastLine
  }

  private func report(_ reports: [ImportReport], into summary: inout ImportSummary) throws {
    for report in reports {
      summary.skipped += 1
      try options.report?(report)
    }
  }

  private func write(_ window: inout ImportWindow, into summary: inout ImportSummary) throws {
    guard !window.commits.isEmpty else { return }
    do {
      let receipts = try store.write(window.commits.map { $0.batch(source: source.fingerprint) })
      summary.add(receipts)
    } catch let error as StoreError where WindowRepair.canMend(error) {
      var repair = WindowRepair(store: store, source: source, keepsGoing: options.keepsGoing)
      defer { window.reports += repair.reports }
      try repair.write(window.commits, into: &summary)
    }
  }
}

extension ImportSummary {
  /// Counts what was written.
  mutating func add(_ receipts: [Store.Receipt]) {
    for receipt in receipts where receipt.revision != nil {
      commits += 1
      events += UInt64(receipt.eventCount)
    }
  }
}
