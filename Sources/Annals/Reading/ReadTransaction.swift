public import Records

/// Reads that all see the store at one revision, whatever is written meanwhile.
///
/// It lives as long as the closure of `Store.read`, and cannot be kept or sent elsewhere.
public struct ReadTransaction: ~Copyable, RecordReader {
  /// Where it reads; for the library itself.
  public let source: ReadSource
  /// What it sees.
  public let point: ResolvedPoint

  init(_ store: Store) throws {
    point = try store.resolve(.head)
    source = ReadSource(store: store, place: .store(.revision(point.revision)))
  }
}

@available(*, unavailable) extension ReadTransaction: Sendable {}

extension Store {
  /// Runs several reads at one revision.
  ///
  /// - Parameter body: reads, through the transaction that it is given.
  /// - Returns: what `body` returns.
  /// - Throws: `StoreError` (`io`, `damaged`, `closed`), and what `body` throws.
  public func read<R>(_ body: (inout ReadTransaction) throws -> R) throws -> R {
    var transaction = try ReadTransaction(self)
    return try body(&transaction)
  }
}
