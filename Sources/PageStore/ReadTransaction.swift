/// A snapshot of all tables, for as long as the closure of `Environment.read` runs.
///
/// Other threads and processes may write meanwhile; this never sees it. Pages it can see are not used
/// again before it ends, so keep it short: a long read makes the file grow.
public struct ReadTransaction: ~Copyable, ReadableTransaction {
  /// LMDB's side of the transaction.
  public let core: TransactionCore

  init(_ core: TransactionCore) { self.core = core }
}
