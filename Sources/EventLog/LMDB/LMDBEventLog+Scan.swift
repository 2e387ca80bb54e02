internal import PageStore

extension LMDBEventLog {
  /// How many stored values one read transaction goes through, so that none lasts long.
  private static let sliceLength = 4096

  /// Reads events in order, slice by slice.
  public func scan(
    _ range: ClosedRange<Revision>,
    _ visit: (CommitHeader, EventPosition, Span<UInt8>) throws -> Bool
  ) throws {
    var scan = Scan(range)
    while let start = scan.next {
      scan.next = nil
      try environment.read { transaction in
        try transaction.withCursor(over: tables.commits) { cursor in
          var isThere = try cursor.seek(atOrAfter: start)
          for _ in 0..<Self.sliceLength where isThere {
            isThere =
              try cursor.withEntry { try scan.take($0, $1, visit) } && cursor.next()
          }
          if isThere { scan.next = try cursor.withEntry { key, _ in Array(key) } }
        }
      }
    }
    try scan.finish()
  }

  /// Where a scan stands between two slices.
  private struct Scan {
    let range: ClosedRange<Revision>
    /// The key to go on with; nil at the end.
    var next: [UInt8]?
    private var reader = PieceReader()
    private var isFirst = true
    private var isStopped = false

    init(_ range: ClosedRange<Revision>) {
      self.range = max(range.lowerBound, Revision(1))...max(range.upperBound, Revision(1))
      next = range.upperBound == .zero ? nil : PieceKey(self.range.lowerBound).bytes
    }

    mutating func take(_ key: Span<UInt8>, _ value: Span<UInt8>, _ visit: PieceReader.Visit) throws
      -> Bool
    {
      let key = try PieceKey(key)
      guard key.revision <= range.upperBound else { return false }
      if isFirst, key != PieceKey(range.lowerBound) {
        throw ByteReader.damaged("the commit \(range.lowerBound) is missing")
      }
      isFirst = false
      isStopped = try !reader.take(key, value, visit)
      return !isStopped
    }

    func finish() throws { if !isStopped { try reader.finish() } }
  }
}
