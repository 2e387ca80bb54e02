internal import Records

extension FieldRule where Value: RecordID {
  /// The id of a record of another type, or of the same.
  ///
  /// ```swift
  /// struct Employee: Record {
  ///   var id: String
  ///   var company: String?
  ///   static let schema = Schema<Employee>("employee") {
  ///     Field("company", \.company, .references(Company.self, onDelete: .nullify))
  ///     View("by-company", of: \.company)
  ///   }
  /// }
  /// ```
  ///
  /// At the end of each `write` closure, before anything is written, every id that was set in it must be that of a
  /// living record, and each record that it deleted has its rule applied to those that name it, in the same commit and
  /// so in the same place of their history. The order of changes within a closure does not matter.
  ///
  /// This holds for writes of stores that are open for the type of this field, whichever process they are in. Who
  /// writes operations by name, as the `annals` command and importers do, is not held to it: an id can then name
  /// nothing, until its field is set the next time.
  ///
  /// A view of this field lets a deletion find who refers to the record without looking at them all.
  ///
  /// - Parameters:
  ///   - target: the type of the records that are named.
  ///   - deleteRule: what becomes of this record when the named one is deleted; `nullify` needs an optional property.
  public static func references<Target: Record>(
    _ target: Target.Type,
    onDelete deleteRule: DeleteRule
  ) -> Self where Target.ID == Value {
    Self { traits, codec in
      traits.reference = FieldReference(
        // Asked for late: the schemas of two types may name each other.
        target: { ExactString(Target.schema.name) },
        deleteRule: deleteRule,
        id: { value in try codec.read(value).map { ExactString($0.recordID) } },
        value: { id in try Value(recordID: id.text).map(codec.keep) }
      )
    }
  }
}
