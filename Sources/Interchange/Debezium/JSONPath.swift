internal import JSONText
package import StoreErrors

/// A way down into a JSON object: member names joined with dots, such as `source.author`.
package struct JSONPath: Sendable {
  /// As the user wrote it.
  package let text: String
  private let names: [String]

  /// Reads a path.
  ///
  /// - Throws: `StoreError` (`usage`) where a name is empty.
  package init(_ text: String) throws(StoreError) {
    names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    self.text = text
    guard !names.contains("") else {
      throw StoreError(
        .usage,
        "\(StoreError.quote(text)) is not a path",
        hints: ["write member names with dots between: source.author"]
      )
    }
  }

  /// What stands at the end of the path; nil where there is nothing.
  func find(in root: JSONNode) -> JSONNode? {
    var node: JSONNode? = root
    for name in names { node = node?.member(name) }
    return node
  }
}

/// Makes text of JSON strings and numbers, without making the same text again and again.
struct TextMemory {
  private var last = ""

  /// The text of a string, number or truth value; nil for null, arrays and objects.
  mutating func text(of node: JSONNode?) -> String? {
    guard let node else { return nil }
    if node.isString(last) { return last }
    guard let text = node.plainText else { return nil }
    last = text
    return text
  }
}

extension JSONNode {
  /// A string without its quotes, a number as it is written, `true` or `false`; nil for all else.
  var plainText: String? {
    switch kind {
    case .string: string
    case .number: number
    case .bool: bool == true ? "true" : "false"
    case .null, .array, .object: nil
    }
  }
}
