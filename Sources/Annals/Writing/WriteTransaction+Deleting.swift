public import Foundation
internal import Records
internal import StoreErrors

extension WriteTransaction {
  /// Deletes a record.
  ///
  /// Its history stays, and its id can live again. What becomes of records that name it, their `references` say when
  /// the closure has ended.
  ///
  /// - Parameters:
  ///   - type: its type.
  ///   - id: its id.
  ///   - version: the version that it must have; nil for any.
  /// - Throws: `StoreError`: `notFound` where it does not live; `conflict` for another version; `usage` for a type that
  ///   is not in the store or does not fit it; `io`, `damaged`, `closed`.
  /// - Complexity: O(log records).
  public mutating func delete<T: Record>(
    _ type: T.Type,
    _ id: T.ID,
    ifVersion version: UInt64? = nil
  )
    throws
  {
    let binding = try binding(of: type)
    let key = ExactString(id.recordID)
    _ = try perform(.delete(type: binding.name, id: key, ifVersion: version))
  }

  /// Deletes a record.
  ///
  /// - Parameter record: the record, whatever it holds by now.
  /// - Throws: as `delete(_:_:ifVersion:)`.
  public mutating func delete<T: Record>(_ record: T) throws { try delete(T.self, record.id) }

  /// Deletes a record where it lives.
  ///
  /// - Parameters:
  ///   - type: its type.
  ///   - id: its id.
  /// - Returns: whether it lived.
  /// - Throws: as `delete(_:_:ifVersion:)`, but for `notFound`.
  @discardableResult
  public mutating func deleteIfPresent<T: Record>(_ type: T.Type, _ id: T.ID) throws -> Bool {
    guard try exists(type, id) else { return false }
    try delete(type, id)
    return true
  }

  /// Deletes all records that fulfil a predicate.
  ///
  /// - Parameters:
  ///   - type: their type.
  ///   - predicate: what they fulfil.
  /// - Returns: how many there were.
  /// - Throws: as `fetch(_:)`.
  /// - Complexity: as `fetch(_:)`, and O(log records) for each that is deleted.
  @discardableResult
  public mutating func delete<T: Record>(_ type: T.Type, where predicate: Predicate<T>) throws
    -> Int
  {
    try delete(type, TypedQuery(FetchDescriptor(predicate: predicate), source).ids())
  }

  /// Deletes all records of a type.
  ///
  /// - Parameter type: the type.
  /// - Returns: how many there were.
  /// - Throws: as `delete(_:where:)`.
  /// - Complexity: O(records of the type · log records).
  @discardableResult
  public mutating func deleteAll<T: Record>(_ type: T.Type) throws -> Int {
    let name = try binding(of: type).name
    guard isReferredTo(name) else { return try perform(.deleteWhere(type: name, nil)).count }
    return try delete(type, TypedQuery(FetchDescriptor<T>(), source).ids())
  }

  private mutating func delete<T: Record>(_ type: T.Type, _ ids: [ExactString]) throws -> Int {
    let name = try binding(of: type).name
    for id in ids { _ = try perform(.delete(type: name, id: id)) }
    return ids.count
  }
}
