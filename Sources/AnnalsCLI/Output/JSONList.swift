import JSONText

/// A list of JSON values printed as it comes: one document around all, or one object a line.
struct JSONList {
  private let name: String
  private let isDocument: Bool
  private var isEmpty = true
  private var writer = JSONWriter()

  /// Begins a list.
  ///
  /// - Parameters:
  ///   - name: the member of the document that holds the list.
  ///   - form: `json` for one document, else one object a line.
  init(_ name: String, form: OutputForm) {
    self.name = name
    isDocument = form == .json
  }

  /// The text of the next element.
  mutating func add(_ element: JSON) -> [UInt8] { add { element.append(to: &$0) } }

  /// The text of the next element, as it is written.
  mutating func add(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
    writer.removeAll()
    if isDocument { writer.raw(isEmpty ? opening + "\n" : ",\n") }
    write(&writer)
    if !isDocument { writer.endLine() }
    isEmpty = false
    return writer.bytes
  }

  /// The text that ends the list, with further members of the document.
  func finish(_ members: [(String, JSON)] = []) -> String {
    guard isDocument else { return "" }
    let rest = members.map { name, value in ",\"\(name)\":" + value.line.dropLast() }
    return (isEmpty ? opening : "\n") + "]" + rest.joined() + "}\n"
  }

  private var opening: String { "{\"format\":\"annals/1\",\"\(name)\":[" }
}
