internal import Records
internal import StoreErrors

/// The fields of a Swift type, as its coders look them up.
final class FieldTable: Sendable {
  let typeName: String
  let names: [ExactString]
  let codecs: [any AnyFieldCodec]
  /// What a field that is missing reads as, where the property is not optional.
  let defaults: [Value?]
  let nilIsNull: [Bool]
  /// Whether Swift calls the names of two fields equal, though their bytes differ.
  let hasLookalikes: Bool
  private let indexes: [ExactString: Int]
  /// Whether `id` is the coding key of a field, and not just that of the record's id.
  private let hasFieldForID: Bool

  /// What a coding key stands for.
  enum Place {
    case id
    case field(Int)
    case unknown
  }

  init<Root: Record>(_ schema: Schema<Root>) {
    typeName = schema.name
    names = schema.fields.map(\.definition.name)
    codecs = schema.fields.map(\.codec)
    defaults = schema.fields.map(\.definition.rules.defaultValue)
    nilIsNull = schema.fields.map(\.nilIsNull)
    indexes = Dictionary(zip(names, names.indices)) { first, _ in first }
    hasFieldForID = indexes["id"] != nil
    hasLookalikes = Set(names.map(\.text)).count < indexes.count
  }

  /// The place of a coding key.
  func place(of key: String) -> Place {
    if key == "id", !hasFieldForID { return .id }
    return indexes[ExactString(key)].map(Place.field) ?? .unknown
  }

  /// What is to be written, by the names of the fields.
  ///
  /// - Parameters:
  ///   - values: what is to be kept, by the fields; nil for missing.
  ///   - known: what is kept already and need not be written; nil to write all.
  func assignments(_ values: [Value?], unlike known: [Value?]?) -> RecordOperation.Assignments {
    zip(names, values).enumerated().compactMap { index, assignment in
      if let known, known[index] == assignment.1 { return nil }
      return (name: assignment.0, value: assignment.1)
    }
  }
}
