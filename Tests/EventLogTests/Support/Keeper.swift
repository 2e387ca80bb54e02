import EventLog
import StoreErrors
import Testing

/// What keeps a log.
///
/// The contract tests run for each.
enum Keeper: String, CaseIterable, Sendable {
  case memory, lmdb

  /// Runs a test with an empty log, which is closed and removed afterwards.
  func withLog<R>(_ body: (any EventLog) throws -> R) throws -> R {
    switch self {
    case .memory: return try body(MemoryEventLog())
    case .lmdb:
      return try withTemporaryFolder { folder in
        try LMDBEventLog.create(at: folder)
        let log = try LMDBEventLog.open(at: folder, durability: .buffered)
        defer { log.close() }
        return try body(log)
      }
    }
  }

  /// What an answer to an append says in these tests.
  var durability: Durability { self == .memory ? .memory : .buffered }
}

/// Expects a `StoreError` of a kind.
@discardableResult
func expectError(
  _ code: StoreError.Code,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> Void
) -> StoreError? {
  let error = #expect(throws: StoreError.self, sourceLocation: sourceLocation) { try body() }
  #expect(error?.code == code, sourceLocation: sourceLocation)
  return error
}
