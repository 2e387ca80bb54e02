internal import EventLog
internal import OrderedBytes
internal import PageStore
internal import StoreErrors

/// What a new definition of a type changes in its lists: which views end, which begin, and whether the unique values
/// are others.
///
/// All else goes on as it is.
struct Redefinition {
  let definition: TypeDefinition
  private let revision: Revision
  /// The numbers of the views that are no more, or hold other entries now.
  private let ended: [UInt32]
  /// The numbers of the views that are new, or hold other entries now.
  let begun: [UInt32]
  let changesUniques: Bool

  /// Compares a definition with the one before it.
  ///
  /// - Parameter revision: the commit that defines it; until then the past keeps what the earlier one gave.
  init(of earlier: TypeDefinition, by definition: TypeDefinition, at revision: Revision) {
    self.definition = definition
    self.revision = revision
    func isKept(_ view: ViewDefinition) -> Bool {
      definition.hasSameEntries(inView: view.number, as: earlier)
    }
    ended = earlier.views.filter { !isKept($0) }.map(\.number)
    begun = definition.views.filter { !isKept($0) }.map(\.number)
    changesUniques = !definition.hasSameUniques(as: earlier)
  }

  /// Ends the views that end, and begins those that begin, which are filled later.
  ///
  /// - Parameter gaps: the views' gaps.
  /// - Complexity: O(entries of the views that end), and memory for those of one that goes on with others; with other
  ///   unique fields O(records).
  func write(
    to views: ViewStore,
    _ gaps: inout [ViewGap],
    in transaction: inout WriteTransaction
  ) throws {
    let type = definition.number
    for view in ended {
      let prefix = ViewKeys.view(view, of: type).bytes
      // What is never asked for again need not end.
      if begun.contains(view) { try endPast(of: view, prefix, in: views, &transaction) }
      try transaction.removeAll(in: views.tables.entries, withPrefix: prefix)
      try views.put(ListSummary(), of: .view(view, of: type), in: &transaction)
      gaps.close(view, of: type, at: revision)
    }
    for view in begun { gaps.open(view, of: type, at: revision) }
    if changesUniques { try views.remakeUniques(of: definition, in: &transaction) }
  }

  private func endPast(
    of view: UInt32,
    _ prefix: [UInt8],
    in views: ViewStore,
    _ transaction: inout WriteTransaction
  ) throws {
    var changes = PastChanges()
    try views.forEachEntry(from: prefix, through: prefix, in: transaction) { entry in
      changes.append(entry.full, mark: 0, at: revision, isInsertion: false)
      return true
    }
    let index = PastOfType.index(ofView: view, of: definition.number)
    try views.past.apply(changes, to: index, in: &transaction)
  }
}

extension ViewStore {
  /// Makes a type's unique values anew from its records.
  ///
  /// - Complexity: O(n log n) and memory for the values of the type's n records.
  func remakeUniques(of definition: TypeDefinition, in transaction: inout WriteTransaction) throws {
    let type = definition.number
    try transaction.removeAll(in: tables.uniques, withPrefix: ViewKeys.type(type))
    try put(ListSummary(), of: .uniques(of: type), in: &transaction)
    guard !definition.uniqueFields.isEmpty else { return }
    var uniques = KeyedChanges()
    try forEachRecord(ofType: type, in: transaction) { id, state in
      for unique in try RecordIndexes.uniques(of: state, under: definition) {
        uniques.put(unique.span, Array(id.text.utf8).span)
      }
      return true
    }
    var summaries = SummaryChanges()
    try write(uniques, &summaries, in: &transaction)
    try summaries.write(to: self, in: &transaction)
  }
}
