import EventLog
import Records

/// Passes over the first so many and lets the next so many through: events, or whole commits.
struct EventWindow {
  /// Where an event stands.
  enum Place { case before, inside, behind }

  private let skip: Int
  private let limit: Int?
  private let countsCommits: Bool
  private var begun = 0
  private var lastRevision: Revision?

  /// - Parameters:
  ///   - skip: how many are passed over.
  ///   - limit: how many are let through after that; nil for all.
  ///   - countsCommits: whether commits are counted, of which then all events have the same place.
  init(skip: Int, limit: Int?, countsCommits: Bool = false) {
    self.skip = skip
    self.limit = limit
    self.countsCommits = countsCommits
  }

  /// Whether anything is kept out.
  var isBounded: Bool { limit != nil || skip > 0 }

  /// Whether no event came yet.
  var isUntouched: Bool { begun == 0 }

  /// Where the next event stands.
  mutating func place(_ event: Event) -> Place {
    if !countsCommits || event.commit.revision != lastRevision { begun += 1 }
    lastRevision = event.commit.revision
    if begun <= skip { return .before }
    return limit.map { begun - skip > $0 } ?? false ? .behind : .inside
  }
}
