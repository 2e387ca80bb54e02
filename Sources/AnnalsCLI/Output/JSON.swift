import EventLog
import JSONText
import Records

/// A JSON value to be printed; the members of objects keep their order.
enum JSON {
  case text(String)
  case number(any BinaryInteger)
  case bool(Bool)
  case value(Value)
  case array([JSON])
  case object([(String, JSON)])

  /// A text, or null.
  static func optional(_ text: String?) -> JSON { text.map(JSON.text) ?? .value(.null) }

  /// A moment in UTC.
  static func instant(_ instant: Instant) -> JSON { .text(instant.text()) }

  /// The value as compact text with a line end.
  var line: String {
    var writer = JSONWriter()
    append(to: &writer)
    return writer.text + "\n"
  }

  func append(to writer: inout JSONWriter) {
    switch self {
    case .text(let text): writer.string(text)
    case .number(let number): writer.number("\(number)")
    case .bool(let flag): writer.bool(flag)
    case .value(let value): writer.append(value)
    case .array(let elements):
      writer.beginArray()
      for element in elements { element.append(to: &writer) }
      writer.endArray()
    case .object(let members):
      writer.beginObject()
      for (name, value) in members {
        writer.key(name)
        value.append(to: &writer)
      }
      writer.endObject()
    }
  }
}
