/// What a user says of a Debezium stream.
package struct DebeziumOptions: Sendable {
  /// The type that all rows become; nil for `source.table`, else the last part of `source.name`.
  package var type: String?
  /// The field whose value is the id; nil for the key in the line, else the field `id`.
  package var idField: String?
  /// Where a commit's actor stands; null or nothing there means the import's own actor.
  package var actorFrom: JSONPath?
  /// Where a commit's reason stands.
  package var reasonFrom: JSONPath?
  /// What lines of one commit have in common.
  ///
  /// Adjacent lines with the same text there are one commit. Without it, or where there is none, each line is a
  /// commit of its own.
  package var commitBy: JSONPath?

  /// Makes the usual options.
  package init() {}

  /// What decides what is made of a line.
  var parts: [String?] {
    [type, idField, actorFrom?.text, reasonFrom?.text, commitBy?.text]
  }
}
