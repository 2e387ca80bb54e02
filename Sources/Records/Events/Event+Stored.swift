internal import ByteCoding
package import EventLog

extension Event {
  /// Shows a stored event with the names that its definition gives.
  package init(
    _ bytes: Span<UInt8>,
    at position: EventPosition,
    of commit: CommitHeader,
    _ catalog: Catalog
  ) throws {
    if let stored = try StoredEvent(bytes) {
      try self.init(stored, at: position, of: commit, catalog)
    } else if let definition = try TypeDefinition(bytes) {
      self.init(
        commit: commit,
        position: position,
        op: .define,
        definition: definition,
        id: definition.name,
        version: UInt64(definition.version),
        life: 1,
        changes: []
      )
    } else {
      throw ByteReader.damaged(
        "an event of \(position.revision) is neither a record's nor a type's"
      )
    }
  }

  private init(
    _ stored: StoredEvent,
    at position: EventPosition,
    of commit: CommitHeader,
    _ catalog: Catalog
  ) throws {
    let definition = try catalog.definition(of: stored.type, version: stored.definitionVersion)
    var changes = try stored.changes.map { change in
      guard let index = definition.index(ofNumber: change.field) else {
        throw ByteReader.damaged(
          "field number \(change.field) of \(definition.name) is not defined"
        )
      }
      return (index, Change(field: definition.fields[index], old: change.old, new: change.new))
    }
    changes.sort { $0.0 < $1.0 }
    let op: Op =
      switch stored.op {
      case .create: .create
      case .update: .update
      case .delete: .delete
      case .define: .define
      }
    self.init(
      commit: commit,
      position: position,
      op: op,
      definition: definition,
      id: stored.id,
      version: stored.version,
      life: stored.life,
      changes: changes.map(\.1)
    )
  }
}
