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

  /// All definitions that the types have had, the last of each being that of now; in the order in which the types came.
  package var definitions: [[TypeDefinition]] { catalog.types.map { $0.map(\.definition) } }

  /// The same with the places in the log from which they hold.
  package var definitionEntries: [[Catalog.Entry]] { catalog.types }

  /// A record; nil where it does not live.
  ///
  /// - Throws: `StoreError`: `usage` for an unknown type; `io`, `damaged`, `closed`.
  package func record(_ type: ExactString, _ id: ExactString) throws -> StoredRecord? {
    let definition = try catalog.require(type)
    let state = try state(of: RecordKey(definition.number, id))
    return state.isAlive ? try state.record(id, under: definition) : nil
  }
}
