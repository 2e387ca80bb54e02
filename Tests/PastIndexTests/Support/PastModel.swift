import EventLog
@testable import Records

/// The past as a plain list: what `PastIndex` must answer.
struct PastModel {
  /// An entry with its time.
  struct Life {
    var entry: Entry
    var from: UInt64
    var to = UInt64.max
  }

  private(set) var lives: [Life] = []
  /// Where the living entries stand in `lives`.
  private(set) var alive: [[UInt8]: Int] = [:]
  /// The changes since they were last taken.
  private var changes = PastChanges()

  mutating func insert(_ key: [UInt8], _ mark: UInt32, at revision: UInt64) {
    guard alive[key] == nil else { return }
    alive[key] = lives.count
    lives.append(Life(entry: Entry(key: key, mark: mark), from: revision))
    changes.append(key, mark: mark, at: Revision(revision), isInsertion: true)
  }

  mutating func remove(_ key: [UInt8], at revision: UInt64) {
    guard let place = alive.removeValue(forKey: key) else { return }
    lives[place].to = revision
    changes.append(key, mark: 0, at: Revision(revision), isInsertion: false)
  }

  /// The changes since the last call.
  mutating func takeChanges() -> PastChanges {
    defer { changes = PastChanges() }
    return changes
  }

  func entries(
    at revision: UInt64,
    from lower: [UInt8] = [],
    through upper: [UInt8] = []
  ) -> [Entry] {
    lives.lazy
      .filter { $0.from <= revision && revision < $0.to }
      .map(\.entry)
      .filter { !$0.key.lexicographicallyPrecedes(lower) }
      .filter { $0.key.starts(with: upper) || $0.key.lexicographicallyPrecedes(upper) }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }
  }
}
