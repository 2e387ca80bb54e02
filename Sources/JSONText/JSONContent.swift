/// What a JSON value is.
package enum JSONKind: Sendable, Hashable { case null, bool, number, string, array, object }

/// A JSON value to be read, whether it still lies in its parser or stands on its own.
package protocol JSONContent {
  var kind: JSONKind { get }
  /// True or false; nil for other kinds.
  var bool: Bool? { get }
  /// A number's text exactly as written; nil for other kinds.
  var number: String? { get }
  /// A string without its escapes; nil for other kinds.
  var string: String? { get }
  /// Writes the value and all it holds. Numbers stay as written.
  func write(to writer: inout JSONWriter)
}

extension JSONContent {
  package var isNull: Bool { kind == .null }

  /// The value as compact text: no white space, only the escapes that must be, members in their order.
  package var minified: String {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.text
  }
}
