internal import CSimdjson

/// A JSON value where its parser has put it; making and walking nodes allocates nothing.
///
/// It is good until its parser reads the next document; using it later is a mistake in the program and
/// stops it.
package struct JSONNode {
  private let parser: JSONParser
  private let index: Int
  private let generation: UInt64

  init(parser: JSONParser, index: Int, generation: UInt64) {
    self.parser = parser
    self.index = index
    self.generation = generation
  }

  private var token: JSONParser.Token {
    precondition(generation == parser.generation, "a JSON value was used after its parser went on")
    return parser.token(index)
  }

  /// What this holds first.
  private var inside: JSONNode {
    JSONNode(parser: parser, index: index + 1, generation: generation)
  }

  /// What stands behind this and all it holds.
  private var follower: JSONNode {
    JSONNode(parser: parser, index: Int(token.next), generation: generation)
  }

  /// How many elements an array or members an object has; 0 for other kinds.
  package var count: Int {
    let token = token
    let holdsValues = token.kind == ANNALS_JSON_ARRAY || token.kind == ANNALS_JSON_OBJECT
    return holdsValues ? Int(token.length) : 0
  }

  /// A whole number written in digits only, within 64 bits; nil for all else, `1.0` and `1e3` among them.
  package var int64: Int64? {
    let token = token
    return token.kind == ANNALS_JSON_NUMBER ? parser.int64(of: token) : nil
  }

  /// Whether this is a string of exactly these bytes.
  package func isString(_ text: String) -> Bool {
    let token = token
    return token.kind == ANNALS_JSON_STRING && parser.holds(token, text)
  }

  // MARK: What it holds

  /// The elements of an array, in order; none for other kinds.
  package var elements: Elements {
    let token = token
    return Elements(
      place: inside,
      remaining: token.kind == ANNALS_JSON_ARRAY ? Int(token.length) : 0
    )
  }

  /// The members of an object in their order, keys that stand twice too; none for other kinds.
  package var members: Members {
    let token = token
    return Members(
      place: inside,
      remaining: token.kind == ANNALS_JSON_OBJECT ? Int(token.length) : 0
    )
  }

  /// The last member of that name; nil where there is none, or this is no object.
  package func member(_ name: String) -> JSONNode? {
    var found: JSONNode?
    for member in members where member.isNamed(name) { found = member.value }
    return found
  }

  /// A key that stands more than once; nil where there is none, or this is no object.
  package var doubledKey: String? {
    var seen: Set<[UInt8]> = []
    return members.first { !seen.insert(Array($0.key.utf8)).inserted }?.key
  }

  /// The value on its own, to be kept.
  package var value: JSONValue {
    switch kind {
    case .null: .null
    case .bool: .bool(bool == true)
    case .number: .number(parser.text(of: token))
    case .string: .string(parser.text(of: token))
    case .array: .array(elements.map(\.value))
    case .object: .object(members.map { ($0.key, $0.value.value) })
    }
  }

  /// One member of an object.
  package struct Member {
    fileprivate let name: JSONNode

    package var value: JSONNode { name.follower }

    /// The key, without its escapes.
    package var key: String { name.parser.text(of: name.token) }

    /// Whether the key has exactly these bytes, without making a string of it.
    package func isNamed(_ text: String) -> Bool { name.isString(text) }
  }

  /// Walks an array.
  package struct Elements: Sequence, IteratorProtocol {
    fileprivate var place: JSONNode
    fileprivate var remaining: Int

    package mutating func next() -> JSONNode? {
      guard remaining > 0 else { return nil }
      remaining -= 1
      defer { place = place.follower }
      return place
    }
  }

  /// Walks an object.
  package struct Members: Sequence, IteratorProtocol {
    fileprivate var place: JSONNode
    fileprivate var remaining: Int

    package mutating func next() -> Member? {
      guard remaining > 0 else { return nil }
      remaining -= 1
      let member = Member(name: place)
      place = member.value.follower
      return member
    }
  }
}

extension JSONNode: JSONContent {
  package var kind: JSONKind {
    switch token.kind {
    case ANNALS_JSON_NULL: .null
    case ANNALS_JSON_FALSE, ANNALS_JSON_TRUE: .bool
    case ANNALS_JSON_NUMBER: .number
    case ANNALS_JSON_STRING: .string
    case ANNALS_JSON_ARRAY: .array
    default: .object
    }
  }

  package var bool: Bool? {
    let kind = token.kind
    return kind == ANNALS_JSON_TRUE ? true : kind == ANNALS_JSON_FALSE ? false : nil
  }

  package var number: String? {
    let token = token
    return token.kind == ANNALS_JSON_NUMBER ? parser.text(of: token) : nil
  }

  package var string: String? {
    let token = token
    return token.kind == ANNALS_JSON_STRING ? parser.text(of: token) : nil
  }

  package func write(to writer: inout JSONWriter) {
    switch kind {
    case .null: writer.null()
    case .bool: writer.bool(bool == true)
    case .number, .string: parser.write(token, to: &writer)
    case .array:
      writer.beginArray()
      for element in elements { element.write(to: &writer) }
      writer.endArray()
    case .object:
      writer.beginObject()
      for member in members {
        parser.write(member.name.token, asKeyTo: &writer)
        member.value.write(to: &writer)
      }
      writer.endObject()
    }
  }
}
