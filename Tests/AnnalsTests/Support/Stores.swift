import Annals
import Foundation
public import Records
import Testing

/// Runs `body` with the path of a new, empty folder, and deletes that afterwards.
func withFolder<R>(_ body: (String) throws -> R) throws -> R {
  let path = try makeFolder()
  defer { try? FileManager.default.removeItem(atPath: path) }
  return try body(path)
}

/// The same for a body that waits.
func withFolder<R>(
  isolation: isolated (any Actor)? = #isolation,
  _ body: (String) async throws -> R
) async throws -> R {
  let path = try makeFolder()
  defer { try? FileManager.default.removeItem(atPath: path) }
  return try await body(path)
}

private func makeFolder() throws -> String {
  let path = FileManager.default.temporaryDirectory.path + "/annals-test-\(UUID().uuidString)"
  try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  return path
}

/// Runs `body` with a new store in memory that knows these types.
func withStore<R>(_ definitions: TypeDefinition..., body: (Store) throws -> R) throws -> R {
  let store = Store.inMemory()
  defer { store.close() }
  if !definitions.isEmpty { try store.write(definitions.map(RecordOperation.define)) }
  return try body(store)
}

/// Runs `body` with a new store on disk that knows these types.
func withStoreOnDisk<R>(
  _ definitions: TypeDefinition...,
  options: Store.Options = .quick,
  body: (Store) throws -> R
) throws -> R {
  try withFolder { folder in
    let store = try Store.create(at: folder + "/store", options)
    defer { store.close() }
    if !definitions.isEmpty { try store.write(definitions.map(RecordOperation.define)) }
    return try body(store)
  }
}

extension Store.Options {
  /// Without flushes: no test cuts the power.
  static var quick: Self {
    var options = Self()
    options.durability = .buffered
    return options
  }

  /// For reading only.
  static var readOnly: Self {
    var options = quick
    options.isReadOnly = true
    return options
  }
}

extension Store {
  /// Writes as "ann", for no reason.
  @discardableResult
  func write(_ operations: [RecordOperation], _ options: WriteOptions = WriteOptions()) throws
    -> Receipt
  {
    try write(by: "ann", operations, options)
  }

  /// The ids that a condition gives, in the order of a query.
  func ids(
    _ condition: String? = nil,
    sort: String? = nil,
    at point: Point = .head
  ) throws -> [ExactString] {
    let definition = try type("thing", at: point)
    let query = Query(
      "thing",
      where: try condition.map { try Condition(parsing: $0, for: definition) },
      sort: try sort.map { try SortKey.parse($0, for: definition) } ?? []
    )
    return try fetch(query, at: point).records.map(\.id)
  }

  /// One living record of the type "thing".
  func record(_ id: ExactString, at point: Point = .head) throws -> StoredRecord? {
    try lookup("thing", id, at: point).record
  }
}

extension TypeDefinition {
  /// The type "thing", whose name no test needs to repeat.
  static func thing(
    _ fields: FieldDefinition...,
    views: [ViewDefinition] = [],
    reasonRule: ReasonRule? = nil
  ) throws -> TypeDefinition {
    try TypeDefinition(name: "thing", fields: fields, views: views, reasonRule: reasonRule)
  }

  /// This definition with other fields and views, and perhaps another rule for reasons.
  func changed(
    reasonRule: ReasonRule? = nil,
    _ change: (inout [FieldDefinition], inout [ViewDefinition]) throws -> Void = { _, _ in }
  ) throws -> TypeDefinition {
    var fields = fields
    var views = views
    try change(&fields, &views)
    return try TypeDefinition(
      name: name,
      fields: fields,
      views: views,
      reasonRule: reasonRule ?? self.reasonRule,
      nextFieldNumber: nextFieldNumber,
      nextViewNumber: nextViewNumber
    )
  }
}

extension RecordOperation {
  typealias Values = KeyValuePairs<ExactString, Value?>

  /// Creates a thing.
  static func new(_ id: ExactString?, _ values: Values = [:], ifAbsent: Bool = false) -> Self {
    .create(type: "thing", id: id, values.map { ($0.key, $0.value) }, ifAbsent: ifAbsent)
  }

  /// Updates a thing.
  static func set(_ id: ExactString, _ values: Values, ifVersion: UInt64? = nil) -> Self {
    .update(type: "thing", id: id, values.map { ($0.key, $0.value) }, ifVersion: ifVersion)
  }

  /// Updates or creates a thing.
  static func put(_ id: ExactString, _ values: Values = [:], ifVersion: UInt64? = nil) -> Self {
    .put(type: "thing", id: id, values.map { ($0.key, $0.value) }, ifVersion: ifVersion)
  }

  /// Gives a thing exactly these values.
  static func replace(_ id: ExactString, _ values: Values = [:]) -> Self {
    .replace(type: "thing", id: id, values.map { ($0.key, $0.value) })
  }

  /// Deletes a thing.
  static func remove(_ id: ExactString, ifVersion: UInt64? = nil) -> Self {
    .delete(type: "thing", id: id, ifVersion: ifVersion)
  }
}

/// Ids and names that tests number.
extension ExactString: ExpressibleByStringInterpolation {
  /// Takes an interpolated literal.
  public init(stringInterpolation text: DefaultStringInterpolation) {
    self.init(String(stringInterpolation: text))
  }
}

/// The store's error that `body` throws; nil if it throws none.
func refusal(_ body: () throws -> Void) -> StoreError? {
  do {
    try body()
    return nil
  } catch let error as StoreError {
    return error
  } catch {
    Issue.record(error, "not a StoreError")
    return nil
  }
}

/// The code of the store's error that `body` throws; nil if it throws none.
func code(_ body: () throws -> Void) -> StoreError.Code? { refusal(body)?.code }
