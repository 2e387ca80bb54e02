extension Difference {
  /// How one record differs, told from what is known of it at both points.
  ///
  /// - Parameters:
  ///   - id: the record's id.
  ///   - definition: the type at the later point; both sides must be shown under it.
  ///   - old: what is known at the one point.
  ///   - new: what is known at the other.
  /// - Returns: nil where it does not differ, or lives at neither.
  package init?(
    of id: ExactString,
    under definition: TypeDefinition,
    from old: Lookup,
    to new: Lookup
  ) {
    let kind: Kind
    switch (old.record, new.record) {
    case (nil, nil): return nil
    case (nil, _?): kind = .created
    case (_?, nil): kind = .deleted
    case (_?, _?): kind = .changed
    }
    let changes = definition.fields.indices.compactMap { index -> Event.Change? in
      let oldValue = old.record?.values[index]
      let newValue = new.record?.values[index]
      guard oldValue != newValue else { return nil }
      return Event.Change(field: definition.fields[index], old: oldValue, new: newValue)
    }
    guard kind != .changed || !changes.isEmpty else { return nil }
    self.init(
      kind: kind,
      definition: definition,
      id: id,
      oldVersion: old.version,
      newVersion: new.version,
      changes: changes
    )
  }
}

extension Lookup {
  /// How many events the id had had.
  fileprivate var version: UInt64 {
    switch self {
    case .found(let record): record.version
    case .deleted(_, let event): event.version
    case .notYetCreated, .neverExisted: 0
    }
  }
}
