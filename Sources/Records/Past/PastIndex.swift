package import EventLog
package import PageStore
package import StoreErrors

/// What indexes held at every revision.
///
/// An entry is a key with a mark that was there from one revision to before another. "Which entries were
/// there at revision r, in the order of their keys, from key k on?" costs as many node reads as a tree of
/// the entries that were there then is high, and some more for each few hundred entries handed out, whatever
/// was rewritten in between and however often. An update costs a few dozen bytes.
///
/// It is a multiversion B-tree: nodes speak of a stretch of keys and a stretch of revisions; a full node is
/// closed and its living entries go on in a new one, so that every node keeps enough entries alive at each of
/// its revisions. Source: Becker, Gschwind, Ohler, Seeger, Widmayer: "An asymptotically optimal multiversion
/// B-tree", VLDB Journal 5 (1996).
///
/// Several indexes, each with a number of its own, share the tables of one environment.
package struct PastIndex: Sendable {
  /// The tables that the environment needs for it.
  package static let tableNames = PastTables.names

  private let tables: PastTables

  /// The past in an environment that was opened with these tables.
  ///
  /// - Throws: `misuse` if a table is missing.
  package init(_ environment: Environment) throws(StoreError) {
    tables = try PastTables(environment)
  }

  /// Enters all changes of one batch of one index.
  ///
  /// An entry that is inserted and removed at one revision leaves nothing.
  ///
  /// - Parameters:
  ///   - changes: those of each key in the order of time, at revisions not below those of earlier batches.
  ///   - index: the index's number.
  /// - Throws: `damaged` for a removal of what is not there, an insertion of what is, and damaged bytes, perhaps only
  ///   when the entries are read or changed next;
  ///   `misuse` for changes out of order; as `WriteTransaction.put`.
  /// - Complexity: O(n log n) for n changes in a large batch; a single change reads and writes one leaf.
  ///   Besides the changes themselves it holds in memory what lies below one directory, some 10 MB.
  package func apply(
    _ changes: PastChanges,
    to index: UInt64,
    in transaction: inout WriteTransaction
  ) throws {
    try apply(OrderedChanges(changes), to: index, in: &transaction)
  }

  /// Enters changes that are in order, as the other `apply` does.
  func apply(
    _ changes: OrderedChanges,
    to index: UInt64,
    in transaction: inout WriteTransaction
  ) throws {
    guard changes.count > 0 else { return }
    var batch = PastBatch(PastNodes(tables, of: index))
    try batch.apply(changes, in: &transaction)
  }

  /// Hands out the entries that were there at a revision, by rising keys.
  ///
  /// - Parameters:
  ///   - index: the index's number; one that never had entries has none.
  ///   - revision: the changes at this revision and before it are in, later ones are not.
  ///   - lower: where to begin; a key equal to it is handed out.
  ///   - upper: where to end; keys equal to it or beginning with it are still handed out, and so an empty one
  ///     ends nothing.
  ///   - body: takes a key and its mark; returns false for no more.
  /// - Returns: how many nodes were read.
  /// - Throws: `damaged`, and what `body` throws.
  @discardableResult
  package func forEach(
    of index: UInt64,
    at revision: Revision,
    from lower: [UInt8],
    through upper: [UInt8],
    in transaction: borrowing some ReadableTransaction & ~Copyable,
    _ body: (Span<UInt8>, UInt32) throws -> Bool
  ) throws -> Int {
    // The last number stands for what has not ended.
    let revision = min(revision.rawValue, PastEntry.forever - 1)
    let nodes = PastNodes(tables, of: index)
    guard let root = try nodes.root(at: revision, in: transaction), root.number > 0 else {
      return 0
    }
    var scan = PastScan(nodes, at: revision, from: lower, through: upper)
    _ = try scan.run(root.number, root.level, in: transaction, body)
    return scan.nodesRead
  }
}
