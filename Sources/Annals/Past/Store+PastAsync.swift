public import EventLog
public import Records

// What tasks call: each suspends its task, and blocks none of the threads that tasks share. It throws as the call
// without `await` does, and `CancellationError` where the task was cancelled before it began.

extension Store {
  /// All that happened to a record, oldest first: every version of every life.
  ///
  /// - Parameters:
  ///   - type: its type.
  ///   - id: its id.
  /// - Returns: the changes; none where the id never lived.
  /// - Throws: as the same call without `await`, and `CancellationError`.
  public func history<T: Record>(of type: T.Type, _ id: T.ID) async throws -> [Change<T>] {
    try await BlockingWork.run { try self.history(of: type, id) }
  }

  /// What a commit did to the records of a type, in the order in which it was done.
  ///
  /// - Parameters:
  ///   - revision: the commit.
  ///   - type: the type.
  /// - Returns: the changes.
  /// - Throws: as the same call without `await`, and `CancellationError`.
  public func changes<T: Record>(in revision: Revision, of type: T.Type) async throws -> [Change<T>]
  {
    try await BlockingWork.run { try self.changes(in: revision, of: type) }
  }

  /// What differs between two points among the records of a type.
  ///
  /// - Parameters:
  ///   - type: the type.
  ///   - from: the point to compare; where it is the later one, the differences are seen from there, backwards.
  ///   - to: the point to compare with.
  /// - Returns: the differences, by id.
  /// - Throws: as the same call without `await`, and `CancellationError`.
  public func changes<T: Record>(of type: T.Type, from: Point, to: Point = .head) async throws
    -> [RecordDifference<T>]
  {
    try await BlockingWork.run { try self.changes(of: type, from: from, to: to) }
  }
}
