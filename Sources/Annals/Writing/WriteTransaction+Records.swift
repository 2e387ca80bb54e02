internal import Records
internal import StoreErrors

extension WriteTransaction {
  /// Adds a record.
  ///
  /// - Parameter record: the record; its id must not live already.
  /// - Throws: `StoreError`: `conflict` where the id lives, with the fields that it is computed from, or `id`; `badData`
  ///   for values that break rules, each with its field (`violations` has all of them); `notUnique`; `tooLarge`; `usage` for a type that is not in the store or does not
  ///   fit it; `io`, `damaged`, `closed`.
  /// - Complexity: O(log records).
  public mutating func insert<T: Record>(_ record: T) throws {
    _ = try create(record, ifAbsent: false)
  }

  /// Adds records.
  ///
  /// - Parameter records: the records; none of their ids may live already.
  /// - Throws: as `insert(_:)`.
  public mutating func insert<T: Record>(_ records: some Sequence<T>) throws {
    for record in records { try insert(record) }
  }

  /// Adds a record where its id does not live.
  ///
  /// - Parameter record: the record.
  /// - Returns: whether it was added.
  /// - Throws: as `insert(_:)`, but for `conflict`.
  @discardableResult
  public mutating func insertIfAbsent<T: Record>(_ record: T) throws -> Bool {
    try create(record, ifAbsent: true).effect == .created
  }

  /// Makes a record what it is given as: adds it, or changes the fields that differ.
  ///
  /// - Parameters:
  ///   - record: the record.
  ///   - version: the version that it must have; nil for any, or none.
  /// - Returns: whether anything changed.
  /// - Throws: as `insert(_:)`, with `conflict` for another version only.
  @discardableResult
  public mutating func save<T: Record>(_ record: T, ifVersion version: UInt64? = nil) throws -> Bool
  {
    let binding = try binding(of: T.self)
    let id = ExactString(record.id.recordID)
    let encoder = RecordEncoder(binding.table)
    let values = try encoder.values(of: record)
    // What is kept of a field can be finer than what the Swift type holds: only what differs in Swift is a change.
    let known = try current(binding, id).flatMap { try? encoder.values(of: $0) }
    let assignments = binding.table.assignments(values, unlike: known)
    let outcome = try perform(
      .put(type: binding.name, id: id, assignments, ifVersion: version)
    )
    return outcome.effect != .unchanged
  }

  /// Changes a record.
  ///
  /// - Parameters:
  ///   - type: its type.
  ///   - id: its id.
  ///   - version: the version that it must have; nil for any.
  ///   - change: changes the record, but not its id.
  /// - Returns: whether anything changed.
  /// - Throws: `StoreError`: `notFound` where it does not live; `conflict` for another version; `badData` where the id
  ///   was changed, with the fields that it is computed from, or `id`, and where a value breaks a rule; otherwise as `insert(_:)`; and what `change` throws.
  @discardableResult
  public mutating func update<T: Record>(
    _ type: T.Type,
    _ id: T.ID,
    ifVersion version: UInt64? = nil,
    _ change: (inout T) throws -> Void
  ) throws -> Bool {
    let binding = try binding(of: type)
    let key = ExactString(id.recordID)
    guard var record = try current(binding, key) else {
      // Says whether it was deleted or never existed.
      return try perform(.update(type: binding.name, id: key, [])).effect != .unchanged
    }
    let encoder = RecordEncoder(binding.table)
    let old = try encoder.values(of: record)
    try change(&record)
    guard ExactString(record.id.recordID) == key else {
      throw (try current(binding, key) ?? record).changedID(to: record)
    }
    let assignments = binding.table.assignments(try encoder.values(of: record), unlike: old)
    let outcome = try perform(
      .update(type: binding.name, id: key, assignments, ifVersion: version)
    )
    return outcome.effect != .unchanged
  }

  /// Changes a record where it lives.
  ///
  /// - Parameters:
  ///   - type: its type.
  ///   - id: its id.
  ///   - change: changes the record, but not its id.
  /// - Returns: whether it lives, even where nothing changed.
  /// - Throws: as `update(_:_:ifVersion:_:)`, but for `notFound`.
  @discardableResult
  public mutating func updateIfPresent<T: Record>(
    _ type: T.Type,
    _ id: T.ID,
    _ change: (inout T) throws -> Void
  ) throws -> Bool {
    guard try exists(type, id) else { return false }
    try update(type, id, change)
    return true
  }

  private mutating func create<T: Record>(_ record: T, ifAbsent: Bool) throws -> Outcome {
    let binding = try binding(of: T.self)
    let values = try RecordEncoder(binding.table).values(of: record)
    do {
      return try perform(
        .create(
          type: binding.name,
          id: ExactString(record.id.recordID),
          binding.table.assignments(values, unlike: nil),
          ifAbsent: ifAbsent
        )
      )
    } catch let error as StoreError where error.code == .conflict {
      // The id lives already: a form shows that next to what the id is made of.
      throw record.takenID(error)
    }
  }
}
