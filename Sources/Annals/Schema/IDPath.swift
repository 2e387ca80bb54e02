internal import Records

/// Tells which key paths lead to the id of a type's records.
///
/// A key path does not tell its name, and the one that a predicate uses is not the one that `Identifiable` promises: so
/// two records are made that differ in nothing but the id, and a stored property that is the id in both is taken for it.
struct IDPath<Root: Record>: Sendable {
  private let records: [Root]

  /// - Parameter table: the type's fields; a type that cannot be made from samples has no known key path.
  init(_ schema: Schema<Root>, _ table: FieldTable) {
    let decoder = RecordDecoder(table)
    let values = schema.fields.map(\.samples.first)
    let pairs = [
      ["1", "2"], ["a/b", "a/c"],
      ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"],
    ]
    let made = pairs.lazy.map { ids in
      ids.compactMap { try? decoder.decode(Root.self, $0, values, at: Array(values.indices)) }
    }
    records = made.first { $0.count == 2 && $0[0].id != $0[1].id } ?? []
  }

  /// Whether a key path leads to the id.
  func leadsToID(_ path: AnyKeyPath) -> Bool {
    guard !records.isEmpty, let path = path as? KeyPath<Root, Root.ID>,
      MemoryLayout<Root>.offset(of: path) != nil
    else { return false }
    return records.allSatisfy { $0[keyPath: path] == $0.id }
  }

  /// The texts of all ids that equal a value; nil for a value that is no id, or has too many.
  func texts(of id: Any) -> [ExactString]? {
    switch id {
    case let text as String where Root.ID.self == String.self:
      CanonicalForms.all(of: text)?.map { ExactString($0) }
    case let id as Root.ID: id.recordIDs.map { ExactString($0) }
    default: nil
    }
  }
}
