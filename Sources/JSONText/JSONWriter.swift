/// Builds JSON text (RFC 8259) piece by piece; commas, colons and indentation come by themselves.
///
/// Values written one after the other outside any array or object are not separated: `endLine` makes JSON
/// Lines of them.
package struct JSONWriter {
  package enum Form: Sendable {
    /// No white space at all.
    case compact
    /// Each element and member on its own line, two spaces deeper than what holds it.
    case pretty
  }

  /// The text so far, as UTF-8.
  package internal(set) var bytes: [UInt8] = []

  private let isPretty: Bool
  /// For each open array and object, whether it holds something already.
  private var holdsSomething: [Bool] = []
  private var isAfterKey = false

  package init(_ form: Form = .compact) { isPretty = form == .pretty }

  /// The text so far.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Empties the text but keeps its memory.
  package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  // MARK: Arrays and objects

  package mutating func beginArray() { begin("[") }

  package mutating func endArray() { end("]") }

  package mutating func beginObject() { begin("{") }

  package mutating func endObject() { end("}") }

  /// The name of the member whose value comes next.
  package mutating func key(_ name: String) {
    separate()
    appendQuoted(name)
    endKey()
  }

  /// Ends a line, between documents.
  package mutating func endLine() { append("\n") }

  // MARK: Values

  package mutating func null() { raw("null") }

  package mutating func bool(_ flag: Bool) { raw(flag ? "true" : "false") }

  package mutating func integer(_ number: Int) { raw(String(number)) }

  package mutating func integer(_ number: Int64) { raw(String(number)) }

  package mutating func integer(_ number: UInt64) { raw(String(number)) }

  /// A number by its text, which must be one that JSON allows.
  package mutating func number(_ text: String) { raw(text) }

  /// A value by its text, which must be JSON; it is not laid out anew.
  package mutating func raw(_ json: String) {
    separate()
    bytes.append(contentsOf: json.utf8)
  }

  package mutating func string(_ text: String) {
    separate()
    appendQuoted(text)
  }

  // MARK: Pieces

  mutating func endKey() {
    append(":")
    if isPretty { append(" ") }
    isAfterKey = true
  }

  private mutating func begin(_ bracket: Unicode.Scalar) {
    separate()
    append(bracket)
    holdsSomething.append(false)
  }

  private mutating func end(_ bracket: Unicode.Scalar) {
    if holdsSomething.popLast() == true { breakLine() }
    append(bracket)
  }

  /// Makes room for the next value or key: after a key nothing, else a comma where one must be.
  mutating func separate() {
    if isAfterKey {
      isAfterKey = false
      return
    }
    guard let last = holdsSomething.indices.last else { return }
    if holdsSomething[last] { append(",") }
    holdsSomething[last] = true
    breakLine()
  }

  private mutating func breakLine() {
    guard isPretty else { return }
    append("\n")
    for _ in holdsSomething { bytes.append(contentsOf: "  ".utf8) }
  }

  mutating func append(_ character: Unicode.Scalar) {
    bytes.append(UInt8(truncatingIfNeeded: character.value))
  }
}
