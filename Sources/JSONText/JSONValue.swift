/// A JSON value that stands on its own, for small uses.
///
/// Bulk goes through `JSONParser` and `JSONNode`.
package indirect enum JSONValue: Sendable {
  case null
  case bool(Bool)
  /// The number's text exactly as written.
  case number(String)
  case string(String)
  case array([JSONValue])
  /// The members in their order. A key may stand twice; the last one counts.
  case object([(key: String, value: JSONValue)])

  /// Reads one JSON document.
  package init(parsing text: String) throws(JSONError) {
    self = try JSONParser().parse(text).value
  }

  /// The last member of that name; nil where there is none, or this is no object.
  package func member(_ name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.key.utf8.elementsEqual(name.utf8) }?.value
  }

  /// The elements of an array; nil for other kinds.
  package var elements: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The members of an object; nil for other kinds.
  package var members: [(key: String, value: JSONValue)]? {
    if case .object(let members) = self { members } else { nil }
  }
}

extension JSONValue: JSONContent {
  package var kind: JSONKind {
    switch self {
    case .null: .null
    case .bool: .bool
    case .number: .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }

  package var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }

  package var number: String? { if case .number(let text) = self { text } else { nil } }

  package var string: String? { if case .string(let text) = self { text } else { nil } }

  package func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .bool(let flag): writer.bool(flag)
    case .number(let text): writer.number(text)
    case .string(let text): writer.string(text)
    case .array(let elements):
      writer.beginArray()
      for element in elements { element.write(to: &writer) }
      writer.endArray()
    case .object(let members):
      writer.beginObject()
      for (key, value) in members {
        writer.key(key)
        value.write(to: &writer)
      }
      writer.endObject()
    }
  }
}

extension JSONValue: Equatable {
  /// Whether both are written the same: numbers by their text, strings by their bytes, members in order.
  package static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.number(let a), .number(let b)), (.string(let a), .string(let b)):
      a.utf8.elementsEqual(b.utf8)
    case (.array(let a), .array(let b)): a == b
    case (.object(let a), .object(let b)):
      a.elementsEqual(b) { $0.key.utf8.elementsEqual($1.key.utf8) && $0.value == $1.value }
    default: false
    }
  }
}
