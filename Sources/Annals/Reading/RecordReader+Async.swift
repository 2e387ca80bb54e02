public import Foundation
internal import Records

// What tasks call: each suspends its task, and blocks none of the threads that tasks share. It throws as the call
// without `await` does, and `CancellationError` where the task was cancelled before it began.

extension RecordReader where Self: Sendable {
  /// The records that a descriptor asks for.
  ///
  /// - Parameter descriptor: which, in which order, and how many.
  /// - Returns: the records, in order.
  /// - Throws: as the same call without `await`, and `CancellationError`.
  public func fetch<T>(_ descriptor: FetchDescriptor<T>) async throws -> [T] {
    try await BlockingWork.run { try self.fetch(descriptor) }
  }

  /// The records of a type.
  ///
  /// - Parameters:
  ///   - type: the type.
  ///   - predicate: what they must fulfil; nil for all.
  ///   - sortBy: the order; empty for that of the ids.
  /// - Returns: the records, in order.
  /// - Throws: as the same call without `await`, and `CancellationError`.
  public func fetch<T: Record>(
    _ type: T.Type,
    where predicate: Predicate<T>? = nil,
    sortBy: [SortDescriptor<T>] = []
  ) async throws -> [T] {
    try await fetch(FetchDescriptor(predicate: predicate, sortBy: sortBy))
  }

  /// The first record that a descriptor asks for.
  ///
  /// - Parameter descriptor: which, and in which order.
  /// - Returns: the record; nil where there is none.
  /// - Throws: as the same call without `await`, and `CancellationError`.
  public func fetchOne<T>(_ descriptor: FetchDescriptor<T>) async throws -> T? {
    try await BlockingWork.run { try self.fetchOne(descriptor) }
  }

  /// How many records a descriptor's predicate accepts, whatever its limit and offset.
  ///
  /// - Parameter descriptor: which.
  /// - Returns: the number.
  /// - Throws: as the same call without `await`, and `CancellationError`.
  public func fetchCount<T>(_ descriptor: FetchDescriptor<T>) async throws -> Int {
    try await BlockingWork.run { try self.fetchCount(descriptor) }
  }

  /// Whether any record fulfils a predicate.
  ///
  /// - Parameters:
  ///   - type: the type.
  ///   - predicate: what the record must fulfil.
  /// - Returns: whether there is one.
  /// - Throws: as the same call without `await`, and `CancellationError`.
  public func exists<T: Record>(_ type: T.Type, where predicate: Predicate<T>) async throws -> Bool
  {
    try await BlockingWork.run { try self.exists(type, where: predicate) }
  }

  /// Whether a record lives.
  ///
  /// - Parameters:
  ///   - type: its type.
  ///   - id: its id.
  /// - Returns: whether it lives there.
  /// - Throws: as the same call without `await`, and `CancellationError`.
  public func exists<T: Record>(_ type: T.Type, _ id: T.ID) async throws -> Bool {
    try await BlockingWork.run { try self.exists(type, id) }
  }

  /// A record by its id.
  ///
  /// - Parameters:
  ///   - type: its type.
  ///   - id: its id.
  /// - Returns: the record; nil where it does not live there.
  /// - Throws: as the same call without `await`, and `CancellationError`.
  public func get<T: Record>(_ type: T.Type, _ id: T.ID) async throws -> T? {
    try await BlockingWork.run { try self.get(type, id) }
  }

  /// A record by its id, with what the store knows of it.
  ///
  /// - Parameters:
  ///   - type: its type.
  ///   - id: its id.
  /// - Returns: the record; nil where it does not live there.
  /// - Throws: as the same call without `await`, and `CancellationError`.
  public func stored<T: Record>(_ type: T.Type, _ id: T.ID) async throws -> Stored<T>? {
    try await BlockingWork.run { try self.stored(type, id) }
  }
}

extension Store {
  /// Runs several reads at one revision.
  ///
  /// - Parameter body: reads, through the transaction that it is given, on a thread of the library's own.
  /// - Returns: what `body` returns.
  /// - Throws: as the same call without `await`, and `CancellationError`.
  public func read<R: Sendable>(
    _ body: @escaping @Sendable (inout ReadTransaction) throws -> R
  ) async throws -> R {
    try await BlockingWork.run { try self.read(body) }
  }
}
