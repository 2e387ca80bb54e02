/// A Swift type whose values a store keeps.
///
/// A record is a plain value: nothing is watched and nothing is shared, so it can be passed between threads and
/// changed at will. Only `insert`, `update`, `save` and `delete` change what is kept.
///
/// ```swift
/// struct Person: Record {
///   var id: String
///   var name: String
///   var age: Int
///   var location: String?
///
///   static let schema = Schema<Person>("person") {
///     Field("name", \.name, .required)
///     Field("age", \.age, .minimum(0))
///     Field("location", \.location)
///     View("by-age", sortedBy: \.age)
///   }
/// }
/// ```
///
/// A field's stored name is its coding key. To rename a Swift property without touching what is kept, give the key a
/// raw value: `case fullName = "name"`. The id is no field; it may be computed from fields. `schema` is held against
/// the type when a store is opened for it, so that a mistake shows then and not when a record is read.
public protocol Record: Codable, Identifiable, Sendable where ID: RecordID {
  /// The type's stored name, fields, rules and views.
  static var schema: Schema<Self> { get }
}
