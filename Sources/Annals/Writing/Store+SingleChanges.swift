public import Foundation
internal import Records

// One change, one commit. They block their thread; a task writes `try await store.write(by:) { … }`.

extension Store {
  /// Adds a record, as a commit of its own.
  ///
  /// - Parameters:
  ///   - record: the record; its id must not live already.
  ///   - actor: who.
  ///   - reason: why.
  /// - Returns: the commit.
  /// - Throws: as `WriteTransaction.insert(_:)` and `write(by:because:expecting:isDryRun:_:)`.
  @available(*, noasync, message: "use try await store.write(by:) { try $0.insert(…) }")
  @discardableResult
  public func insert<T: Record>(
    _ record: T,
    by actor: String,
    because reason: String? = nil
  ) throws -> Receipt {
    try write(by: actor, because: reason) { try $0.insert(record) }.receipt
  }

  /// Adds a record where its id does not live, as a commit of its own.
  ///
  /// - Parameters:
  ///   - record: the record.
  ///   - actor: who.
  ///   - reason: why.
  /// - Returns: whether it was added.
  /// - Throws: as `WriteTransaction.insertIfAbsent(_:)` and `write(by:because:expecting:isDryRun:_:)`.
  @available(*, noasync, message: "use try await store.write(by:) { try $0.insertIfAbsent(…) }")
  @discardableResult
  public func insertIfAbsent<T: Record>(
    _ record: T,
    by actor: String,
    because reason: String? = nil
  ) throws -> Bool {
    try write(by: actor, because: reason) { try $0.insertIfAbsent(record) }.value
  }

  /// Makes a record what it is given as, as a commit of its own; none where it is so already.
  ///
  /// - Parameters:
  ///   - record: the record.
  ///   - version: the version that it must have; nil for any, or none.
  ///   - actor: who.
  ///   - reason: why.
  /// - Returns: the commit.
  /// - Throws: as `WriteTransaction.save(_:ifVersion:)` and `write(by:because:expecting:isDryRun:_:)`.
  @available(*, noasync, message: "use try await store.write(by:) { try $0.save(…) }")
  @discardableResult
  public func save<T: Record>(
    _ record: T,
    ifVersion version: UInt64? = nil,
    by actor: String,
    because reason: String? = nil
  ) throws -> Receipt {
    try write(by: actor, because: reason) { try $0.save(record, ifVersion: version) }.receipt
  }

  /// Changes a record, as a commit of its own; none where nothing changes.
  ///
  /// - Parameters:
  ///   - type: its type.
  ///   - id: its id.
  ///   - version: the version that it must have; nil for any.
  ///   - actor: who.
  ///   - reason: why.
  ///   - change: changes the record, but not its id.
  /// - Returns: the commit.
  /// - Throws: as `WriteTransaction.update(_:_:ifVersion:_:)` and `write(by:because:expecting:isDryRun:_:)`.
  @available(*, noasync, message: "use try await store.write(by:) { try $0.update(…) { … } }")
  @discardableResult
  public func update<T: Record>(
    _ type: T.Type,
    _ id: T.ID,
    ifVersion version: UInt64? = nil,
    by actor: String,
    because reason: String? = nil,
    _ change: (inout T) throws -> Void
  ) throws -> Receipt {
    try write(by: actor, because: reason) {
      try $0.update(type, id, ifVersion: version, change)
    }.receipt
  }

  /// Changes a record where it lives, as a commit of its own.
  ///
  /// - Parameters:
  ///   - type: its type.
  ///   - id: its id.
  ///   - actor: who.
  ///   - reason: why.
  ///   - change: changes the record, but not its id.
  /// - Returns: whether it lives, even where nothing changed.
  /// - Throws: as `WriteTransaction.updateIfPresent(_:_:_:)` and `write(by:because:expecting:isDryRun:_:)`.
  @available(
    *,
    noasync,
    message: "use try await store.write(by:) { try $0.updateIfPresent(…) { … } }"
  )
  @discardableResult
  public func updateIfPresent<T: Record>(
    _ type: T.Type,
    _ id: T.ID,
    by actor: String,
    because reason: String? = nil,
    _ change: (inout T) throws -> Void
  ) throws -> Bool {
    try write(by: actor, because: reason) { try $0.updateIfPresent(type, id, change) }.value
  }

  /// Deletes a record, as a commit of its own.
  ///
  /// - Parameters:
  ///   - type: its type.
  ///   - id: its id.
  ///   - version: the version that it must have; nil for any.
  ///   - actor: who.
  ///   - reason: why.
  /// - Returns: the commit.
  /// - Throws: as `WriteTransaction.delete(_:_:ifVersion:)` and `write(by:because:expecting:isDryRun:_:)`.
  @available(*, noasync, message: "use try await store.write(by:) { try $0.delete(…) }")
  @discardableResult
  public func delete<T: Record>(
    _ type: T.Type,
    _ id: T.ID,
    ifVersion version: UInt64? = nil,
    by actor: String,
    because reason: String? = nil
  ) throws -> Receipt {
    try write(by: actor, because: reason) {
      try $0.delete(type, id, ifVersion: version)
    }.receipt
  }

  /// Deletes a record where it lives, as a commit of its own.
  ///
  /// - Parameters:
  ///   - type: its type.
  ///   - id: its id.
  ///   - actor: who.
  ///   - reason: why.
  /// - Returns: whether it lived.
  /// - Throws: as `WriteTransaction.deleteIfPresent(_:_:)` and `write(by:because:expecting:isDryRun:_:)`.
  @available(*, noasync, message: "use try await store.write(by:) { try $0.deleteIfPresent(…) }")
  @discardableResult
  public func deleteIfPresent<T: Record>(
    _ type: T.Type,
    _ id: T.ID,
    by actor: String,
    because reason: String? = nil
  ) throws -> Bool {
    try write(by: actor, because: reason) { try $0.deleteIfPresent(type, id) }.value
  }

  /// Deletes all records that fulfil a predicate, as one commit.
  ///
  /// - Parameters:
  ///   - type: their type.
  ///   - predicate: what they fulfil.
  ///   - actor: who.
  ///   - reason: why.
  /// - Returns: how many there were.
  /// - Throws: as `WriteTransaction.delete(_:where:)` and `write(by:because:expecting:isDryRun:_:)`.
  @available(*, noasync, message: "use try await store.write(by:) { try $0.delete(…) }")
  @discardableResult
  public func delete<T: Record>(
    _ type: T.Type,
    where predicate: Predicate<T>,
    by actor: String,
    because reason: String? = nil
  ) throws -> Int {
    try write(by: actor, because: reason) { try $0.delete(type, where: predicate) }.value
  }
}
