internal import ByteCoding
internal import EventLog
internal import OrderedBytes
internal import PageStore
internal import StoreErrors

/// How much of the views that came late is filled at once.
package enum Filling: Sendable {
  /// Some records, so that nobody waits long.
  case some
  /// All.
  case all

  /// At most so many records in one step, which takes some milliseconds.
  static let mostStepRecords = 2048
}

extension ViewStore {
  /// Fills views that came late, step by step, each a transaction: others go on between them.
  ///
  /// - Parameters:
  ///   - applied: what the views are thought to show; afterwards, what they do.
  ///   - stepRecords: how many records one step takes at most.
  ///   - definitions: finds the definitions up to a revision at least.
  ///   - progress: told how many records of all are in the views that are being filled.
  /// - Complexity: O(n log n) for n records.
  func fill(
    _ amount: Filling,
    _ applied: inout Applied,
    of log: any EventLog,
    stepRecords: Int,
    definitions: (Revision) throws -> Catalog,
    progress: Progress? = nil
  ) throws {
    let limit = min(stepRecords, Filling.mostStepRecords)
    while applied.isFilling {
      let catalog = try definitions(applied.revision)
      applied = try environment.write { transaction in
        try mark { try marker.set() }
        var now = try self.applied(in: transaction)
        // Another process may have come first.
        guard now == applied else { return now }
        try fill(limit, &now, catalog, in: &transaction, progress)
        try setApplied(now, of: log.identity, in: &transaction)
        return now
      }
      if amount == .some { return }
    }
  }

  /// Takes some more records into the views of one type that have all come to the same.
  ///
  /// - Parameter limit: how many records.
  func fill(
    _ limit: Int,
    _ applied: inout Applied,
    _ catalog: Catalog,
    in transaction: inout WriteTransaction,
    _ progress: Progress?
  ) throws {
    guard let first = applied.gaps.first(where: \.isOpen),
      case .open(let reached, let records) = first.end
    else { return }
    let views = applied.gaps.filter { $0.type == first.type && $0.end == first.end }.map(\.view)
    guard let definition = catalog.definition(of: first.type, at: applied.revision) else {
      throw ByteReader.damaged("a view is of type number \(first.type), which is not defined")
    }
    var step = FillingStep(definition, views, at: applied.revision)
    try step.take(
      after: reached.isEmpty ? nil : ExactString(try ByteReader.text(reached.span)),
      limit,
      from: self,
      transaction
    )
    try step.write(to: self, in: &transaction)
    let total = try count(of: first.type, in: transaction)
    let done = records + step.living
    for view in views {
      if let reached = step.reached {
        applied.gaps.advance(view, of: first.type, to: .open(reached: reached, records: done))
      } else {
        applied.gaps.close(view, of: first.type, at: applied.revision)
      }
    }
    progress?(min(done, total), total)
  }
}

/// Some records on their way into views that came late.
private struct FillingStep {
  private let definition: TypeDefinition
  /// The views' numbers, and their places in the definition.
  private let views: [(number: UInt32, place: Int)]
  private let revision: Revision
  private var entries: [PastChanges]
  /// How many living records were taken.
  private(set) var living: UInt64 = 0
  /// The last record taken; nil where all are in.
  private(set) var reached: [UInt8]?

  init(_ definition: TypeDefinition, _ views: [UInt32], at revision: Revision) {
    self.definition = definition
    self.views = definition.views.enumerated().compactMap { place, view in
      views.contains(view.number) ? (view.number, place) : nil
    }
    self.revision = revision
    entries = self.views.map { _ in PastChanges() }
  }

  mutating func take(
    after: ExactString?,
    _ limit: Int,
    from store: ViewStore,
    _ transaction: borrowing WriteTransaction
  ) throws {
    var placement = Placement()
    var count = 0
    try store.forEachRecord(ofType: definition.number, after: after, in: transaction) { id, state in
      let bytes = Array(id.text.utf8)
      try placement.set(state, bytes.span, under: definition)
      if placement.isAlive {
        living += 1
        for (index, view) in views.enumerated() {
          let key = placement.keys[view.place]
          let mark = UInt32(placement.idOffsets[view.place])
          entries[index].append(key, mark: mark, at: revision, isInsertion: true)
        }
      }
      count += 1
      reached = count < limit ? nil : bytes
      return count < limit
    }
  }

  func write(to store: ViewStore, in transaction: inout WriteTransaction) throws {
    var summaries = SummaryChanges()
    for (view, changes) in zip(views, entries) {
      try store.enter(
        changes,
        inView: view.number,
        of: definition.number,
        &summaries,
        in: &transaction
      )
    }
    try summaries.write(to: store, in: &transaction)
  }
}
