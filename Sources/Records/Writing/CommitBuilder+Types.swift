internal import EventLog
package import StoreErrors

extension CommitBuilder {
  mutating func define(_ definition: TypeDefinition) throws {
    if let known = catalog.current(definition.name) {
      guard known.hasSameContent(as: definition) else {
        throw StoreError(
          .conflict,
          "the type \(definition.name) is defined already, and differently",
          hints: ["see how it is defined"]
        )
      }
      return note(.unchanged, known, nil, UInt64(known.version), 0)
    }
    for field in definition.fields { try field.checkContradictions() }
    try definition.reasonRule?.checkContradictions()
    let first = try definition.numbered(UInt32(catalog.types.count) + 1, version: 1)
    try append(first)
    note(.defined, first, nil, UInt64(first.version), 0)
  }

  /// Replaces a type's definition and gives its living records, in the same commit, what they must have under it.
  ///
  /// A field that becomes required and has a default is filled with it where it has no value: so no record is ever
  /// without one.
  ///
  /// - Parameters:
  ///   - definition: the new definition.
  ///   - change: what else to set in a record, which it gets as it was before; nil to set nothing.
  ///   - refused: told why a record cannot be changed; where it does not throw, the record stays as it is.
  /// - Throws: `StoreError`: `usage` for an unknown type, or a kind that could lose values; `notUnique`; and what
  ///   `refused` throws.
  /// - Complexity: O(records of the type), where there is anything to set; O(fields) elsewhere.
  package mutating func redefine(
    _ definition: TypeDefinition,
    changing change: ((StoredRecord) throws -> RecordOperation.Assignments)?,
    refused: (ExactString, StoreError) throws -> Void = { throw $1 }
  ) throws {
    let known = try catalog.require(definition.name)
    guard !known.hasSameContent(as: definition) else {
      return note(.unchanged, known, nil, UInt64(known.version), 0)
    }
    // A field that is kept as it was must stay usable, whatever it says.
    for field in definition.fields where !known.fields.contains(field) {
      try field.checkContradictions()
    }
    if definition.reasonRule != known.reasonRule {
      try definition.reasonRule?.checkContradictions()
    }
    let next = try definition.following(known)
    try checkUniqueness(of: next, after: known)
    try append(next)
    let count = try adapt(next, known, change, refused)
    note(.defined, next, nil, UInt64(next.version), count)
  }

  /// Sets in the living records of a type what they need under its new definition.
  ///
  /// - Returns: how many were changed.
  private mutating func adapt(
    _ next: TypeDefinition,
    _ known: TypeDefinition,
    _ change: ((StoredRecord) throws -> RecordOperation.Assignments)?,
    _ refused: (ExactString, StoreError) throws -> Void
  ) throws -> Int {
    let places = next.placesToFill(after: known)
    guard change != nil || !places.isEmpty else { return 0 }
    var count = 0
    for id in try candidates(known, nil) {
      let key = RecordKey(known.number, id)
      let before = try state(of: key)
      guard before.isAlive else { continue }
      do {
        let assignments = try change?(before.record(id, under: known)) ?? []
        var values = try checked(assignments, of: next)
        let present = try before.values(under: next)
        for place in places where (values[place] ?? present[place])?.isNull ?? true {
          values[place] = .some(next.fields[place].rules.defaultValue)
        }
        let isChanged = try self.change(
          .update,
          key,
          before,
          values,
          under: next,
          isRedefinition: true
        )
        if isChanged { count += 1 }
      } catch let error as StoreError { try refused(id, error) }
    }
    return count
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
