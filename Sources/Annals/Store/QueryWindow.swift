internal import Records

/// Which part of an answer is wanted.
struct QueryWindow {
  enum Place { case before, inside, behind }

  private let offset: Int
  private let limit: Int?
  private var count = 0

  init(of query: Query) {
    // A page token takes the place of the records before it.
    offset = query.after == nil ? query.offset : 0
    limit = query.limit
  }

  /// Whether nothing more is wanted.
  var isFull: Bool { limit.map { count - offset >= $0 } ?? false }

  var hasBegun: Bool { count > 0 }

  /// How much room to make for the part that is wanted: as it is known, and within reason.
  var room: Int { min(limit ?? 0, 1000) }

  /// How many records of the answer are needed; nil for all.
  func bound(lookingAhead extra: Int = 0) -> Int? {
    guard let limit else { return nil }
    let (sum, isTooLarge) = offset.addingReportingOverflow(limit)
    return isTooLarge || sum > Int.max - extra ? nil : sum + extra
  }

  /// The part of a whole answer that is wanted; of the very array where that is all of it.
  func part<Item>(of all: [Item]) -> [Item] {
    let range = range(of: all.count)
    return range == all.indices ? all : Array(all[range])
  }

  /// Which of so many records of an answer are wanted.
  func range(of count: Int) -> Range<Int> {
    let end = bound().map { min($0, count) } ?? count
    return min(offset, end)..<end
  }

  /// Where the next record lies.
  mutating func place() -> Place {
    defer { count += 1 }
    if count < offset { return .before }
    return limit.map { count - offset >= $0 } ?? false ? .behind : .inside
  }
}
