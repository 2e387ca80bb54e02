public import Foundation
internal import EventLog
public import Records
internal import StoreErrors

/// What records can be read from: a store, a store at a point of its past, and the transactions of both kinds.
///
/// Each of these calls blocks its thread; in a task, a store and its past have the same calls with `await`, which do
/// not.
public protocol RecordReader: ~Copyable {
  /// Where it reads; for the library itself.
  var source: ReadSource { get }
}

extension RecordReader where Self: ~Copyable {
  /// The records that a descriptor asks for.
  ///
  /// - Parameter descriptor: which, in which order, and how many.
  /// - Returns: the records, in order.
  /// - Throws: `StoreError`: `badData` for a record that the Swift type cannot hold; `usage` for a type that is not in
  ///   the store or does not fit it, and for a scan where the descriptor refuses them; `notFound` for a revision that is
  ///   not there; `io`, `damaged`, `closed`; and what the predicate throws.
  /// - Complexity: with a view that fits, O(records returned · log records), else O(records of the type).
  public func fetch<T>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
    try TypedQuery(descriptor, source).records()
  }

  /// The records of a type.
  ///
  /// - Parameters:
  ///   - type: the type.
  ///   - predicate: what they must fulfil; nil for all.
  ///   - sortBy: the order; empty for that of the ids.
  /// - Returns: the records, in order.
  /// - Throws: as `fetch(_:)`.
  public func fetch<T: Record>(
    _ type: T.Type,
    where predicate: Predicate<T>? = nil,
    sortBy: [SortDescriptor<T>] = []
  ) throws -> [T] {
    try fetch(FetchDescriptor(predicate: predicate, sortBy: sortBy))
  }

  /// The first record that a descriptor asks for.
  ///
  /// - Parameter descriptor: which, and in which order.
  /// - Returns: the record; nil where there is none.
  /// - Throws: as `fetch(_:)`.
  public func fetchOne<T>(_ descriptor: FetchDescriptor<T>) throws -> T? {
    var descriptor = descriptor
    descriptor.fetchLimit = min(descriptor.fetchLimit ?? 1, 1)
    return try fetch(descriptor).first
  }

  /// How many records a descriptor's predicate accepts, whatever its limit and offset.
  ///
  /// - Parameter descriptor: which.
  /// - Returns: the number.
  /// - Throws: as `fetch(_:)`.
  /// - Complexity: O(log types) at the head without a predicate; else as `fetch(_:)`, without making the records where
  ///   the predicate can be looked up.
  public func fetchCount<T>(_ descriptor: FetchDescriptor<T>) throws -> Int {
    try TypedQuery(descriptor, source).count()
  }

  /// Whether any record fulfils a predicate.
  ///
  /// - Parameters:
  ///   - type: the type.
  ///   - predicate: what the record must fulfil.
  /// - Returns: whether there is one.
  /// - Throws: as `fetch(_:)`.
  public func exists<T: Record>(_ type: T.Type, where predicate: Predicate<T>) throws -> Bool {
    try fetchOne(FetchDescriptor(predicate: predicate)) != nil
  }

  /// Whether a record lives.
  ///
  /// - Parameters:
  ///   - type: its type.
  ///   - id: its id.
  /// - Returns: whether it lives there.
  /// - Throws: as `fetch(_:)`.
  /// - Complexity: O(log records).
  public func exists<T: Record>(_ type: T.Type, _ id: T.ID) throws -> Bool {
    try source.record(source.store.binding(of: type), ExactString(id.recordID)) != nil
  }

  /// A record by its id.
  ///
  /// - Parameters:
  ///   - type: its type.
  ///   - id: its id.
  /// - Returns: the record; nil where it does not live there.
  /// - Throws: as `fetch(_:)`.
  /// - Complexity: O(log records).
  public func get<T: Record>(_ type: T.Type, _ id: T.ID) throws -> T? {
    try stored(type, id)?.value
  }

  /// A record by its id, with what the store knows of it: its version, when it was created, when and where it was
  /// changed last.
  ///
  /// - Parameters:
  ///   - type: its type.
  ///   - id: its id.
  /// - Returns: the record; nil where it does not live there.
  /// - Throws: as `fetch(_:)`.
  /// - Complexity: O(log records).
  public func stored<T: Record>(_ type: T.Type, _ id: T.ID) throws -> Stored<T>? {
    let binding = try source.store.binding(of: type)
    return try source.record(binding, ExactString(id.recordID)).map {
      Stored(try StoredRecordReader(binding).record($0), $0)
    }
  }

  /// How a fetch would be answered: through which view, and what must be tested and sorted besides.
  ///
  /// - Parameter descriptor: the fetch.
  /// - Returns: the plan; nil at a point where the type was not defined yet.
  /// - Throws: as `fetch(_:)`.
  public func explain<T>(_ descriptor: FetchDescriptor<T>) throws -> Plan? {
    try TypedQuery(descriptor, source).plan()
  }
}

extension Store: RecordReader {
  /// The store itself reads at its head: each call sees every commit that was made before it.
  public var source: ReadSource { ReadSource(store: self, place: .store(.head)) }
}
