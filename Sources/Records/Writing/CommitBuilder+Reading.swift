internal import EventLog
internal import StoreErrors

// What a closure that works a commit out sees: the log's head with what the commit has changed so far.

extension CommitBuilder {
  /// A type as it is defined now.
  ///
  /// - Throws: `StoreError` (`usage`) where there is none of this name.
  package func definition(_ type: ExactString) throws -> TypeDefinition {
    try catalog.require(type)
  }

  /// The types as they are defined now, in the order in which they came.
  package var definitions: [TypeDefinition] { catalog.types.compactMap { $0.last?.definition } }

  /// A record; nil where it does not live.
  ///
  /// - Throws: `StoreError`: `usage` for an unknown type; `io`, `damaged`, `closed`.
  package func record(_ type: ExactString, _ id: ExactString) throws -> StoredRecord? {
    let definition = try catalog.require(type)
    let state = try state(of: RecordKey(definition.number, id))
    return state.isAlive ? try state.record(id, under: definition) : nil
  }

  /// Hands out a query's answer in its order, whatever its limit and offset.
  ///
  /// - Parameters:
  ///   - bound: how many records are wanted at most; nil for all.
  ///   - emit: gets each record; returns false when it wants no more.
  /// - Throws: `StoreError`: `usage` for an unknown type, field or view; `io`, `damaged`, `closed`; and what `emit`
  ///   throws.
  /// - Complexity: O(records that a view narrows the condition to), or of the type.
  package func forEach(_ query: Query, bound: Int?, _ emit: (StoredRecord) throws -> Bool) throws {
    let definition = try catalog.require(query.type)
    let planner = try Planner(query, for: definition)
    var records: [StoredRecord] = []
    for id in try candidates(definition, planner.query.condition) {
      if let record = try record(query.type, id) { records.append(record) }
    }
    try planner.run(over: records, after: nil, bound: bound, emit)
  }
}
