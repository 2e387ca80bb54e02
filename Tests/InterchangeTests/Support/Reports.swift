import Interchange
import Synchronization

/// Collects what an import passes over.
final class Reports: Sendable {
  private let reports = Mutex<[ImportReport]>([])

  var all: [ImportReport] { reports.withLock { $0 } }
  var lines: [Int] { all.map(\.line) }

  func add(_ report: ImportReport) { reports.withLock { $0.append(report) } }
}
