internal import EventLog
internal import StoreErrors

extension CommitBuilder {
  mutating func define(_ definition: TypeDefinition) throws {
    if let known = catalog.current(definition.name) {
      guard known.hasSameContent(as: definition) else {
        throw StoreError(
          .conflict,
          "the type \(definition.name) is defined already, and differently",
          hints: ["see `annals type show \(definition.name)`"]
        )
      }
      return note(.unchanged, known, nil, UInt64(known.version), 0)
    }
    for field in definition.fields { try field.checkContradictions() }
    try append(definition.numbered(UInt32(catalog.types.count) + 1, version: 1))
  }

  mutating func redefine(_ definition: TypeDefinition) throws {
    let known = try catalog.require(definition.name)
    guard !known.hasSameContent(as: definition) else {
      return note(.unchanged, known, nil, UInt64(known.version), 0)
    }
    // A field that is kept as it was must stay usable, whatever it says.
    for field in definition.fields where !known.fields.contains(field) {
      try field.checkContradictions()
    }
    let next = try definition.following(known)
    try checkUniqueness(of: next, after: known)
    try append(next)
  }

  /// A field that becomes unique must be so already; so must one whose values become others by widening.
  ///
  /// The views do not know the holders of these values yet, so they are noted here.
  private mutating func checkUniqueness(of next: TypeDefinition, after known: TypeDefinition) throws
  {
    let fields = next.fields.filter { field in
      guard field.rules.isUnique, let index = known.index(ofNumber: field.number) else {
        return false
      }
      return !known.fields[index].rules.isUnique || known.fields[index].kind != field.kind
    }
    guard !fields.isEmpty else { return }
    var holders: [[UInt8]: ExactString] = [:]
    for id in try candidates(known, nil) {
      let state = try state(of: RecordKey(known.number, id))
      guard state.isAlive else { continue }
      for field in fields {
        let value = try state.value(of: field.number, under: next)
        guard !value.isNull else { continue }
        let unique = ViewKeys.unique(value, field: field.number, of: next.number)
        if let holder = holders.updateValue(id, forKey: unique) {
          throw StoreError(
            .notUnique,
            "\(field.name) cannot become unique: \(holder) and \(id) both have "
              + StoreError.quote(value.text),
            field: field.name.text
          )
        }
      }
    }
    for (unique, id) in holders { uniques[unique] = .some(id) }
  }
}
