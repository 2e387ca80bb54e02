internal import Foundation
internal import Records
internal import StoreErrors

/// What a commit does: every change made through it is written together, or not at all.
///
/// It sees the store's head with its own changes, and lives as long as the closure of `Store.write`: it cannot be kept
/// or sent elsewhere.
public struct WriteTransaction: ~Copyable, RecordReader {
  private let store: Store
  private var builder: CommitBuilder
  /// What must hold between records at the end.
  private var references: ReferenceLedger
  /// A failure of the store itself, after which nothing may be written, even where the closure goes on.
  private var failure: (any Error)?

  init(_ store: Store, _ builder: CommitBuilder) {
    self.store = store
    self.builder = builder
    references = ReferenceLedger(store)
  }

  /// Where it reads; for the library itself.
  public var source: ReadSource { ReadSource(store: store, place: .commit(builder)) }

  /// Whether anything was changed so far.
  public var hasChanges: Bool { builder.hasChanges }

  /// Sees to the references between records.
  mutating func finish() throws {
    if let failure { throw failure }
    try references.settle(&builder)
  }

  /// Hands the changes back to the writer.
  consuming func end() -> CommitBuilder { builder }

  /// Brings the stored types to what Swift types need.
  ///
  /// - Parameters:
  ///   - earlier: what becomes of types that ask for what they were once.
  ///   - plan: what happens is added to it.
  mutating func migrate(
    _ types: [any Record.Type],
    _ earlier: EarlierTypes,
    _ plan: inout MigrationPlan
  ) throws {
    let past = try store.past(builder.definitionEntries)
    try Migration(of: types, upon: past, earlier).run(&builder, &plan)
  }

  /// Alters a type and its records.
  ///
  /// - Returns: what was done, and what is in the way; then nothing of it may be written.
  mutating func alter(_ run: AlterationRun) throws -> AlterationPlan { try run.run(&builder) }

  /// Does one operation.
  ///
  /// - Returns: what became of it.
  mutating func perform(_ operation: RecordOperation) throws -> Outcome {
    do { try builder.perform(operation) } catch {
      if let error = error as? StoreError, error.isFailureOfStore { failure = error }
      throw error
    }
    guard let outcome = builder.lastOutcome else {
      throw StoreError(.internal, "an operation was not answered")
    }
    references.note(operation, outcome)
    return outcome
  }

  /// Whether a deletion of such records is of concern to others.
  func isReferredTo(_ type: ExactString) -> Bool { references.isTarget(type) }

  func binding<T: Record>(of type: T.Type) throws -> TypeBinding<T> { try store.binding(of: type) }

  /// A record as it is now, with what of it is kept.
  func current<T: Record>(_ binding: TypeBinding<T>, _ id: ExactString) throws -> T? {
    try builder.record(binding.name, id).map { try StoredRecordReader(binding).record($0) }
  }
}

@available(*, unavailable) extension WriteTransaction: Sendable {}

extension StoreError {
  /// Whether the store failed, and not the caller.
  var isFailureOfStore: Bool {
    [.damaged, .io, .closed, .diskFull, .mapFull, .internal].contains(code)
  }
}
