import StoreErrors
import Records

/// What names a record or a version on the command line: `person/ann`, `person/ann@3`.
///
/// Everything after the first `/` is the id; a version is a final `@` and digits.
struct RecordSelector {
  /// The type's name.
  let type: ExactString
  /// The id.
  let id: ExactString
  /// The version, where one is named.
  let version: UInt64?

  /// Reads a selector.
  ///
  /// - Parameters:
  ///   - text: the argument; only a type's name where the id is given apart.
  ///   - literalID: the value of `--id`.
  ///   - allowsVersion: whether a version may be named.
  /// - Throws: `StoreError` (`usage`).
  init(_ text: String, literalID: String?, allowsVersion: Bool = false) throws(StoreError) {
    let named = try Self.read(text, literalID: literalID, allowsVersion: allowsVersion)
    guard let id = named.id else {
      throw StoreError(
        .usage,
        "\(text.quoted) names no record",
        hints: ["write TYPE/ID, or TYPE --id ID"]
      )
    }
    self.init(type: named.type, id: id, version: named.version)
  }

  private init(type: ExactString, id: ExactString, version: UInt64?) {
    self.type = type
    self.id = id
    self.version = version
  }

  /// Reads a type, and an id where there is one.
  ///
  /// - Throws: `StoreError` (`usage`).
  static func read(
    _ text: String,
    literalID: String? = nil,
    allowsVersion: Bool = false
  ) throws(StoreError) -> (type: ExactString, id: ExactString?, version: UInt64?) {
    if let literalID {
      guard !text.utf8.contains(UInt8(ascii: "/")) else {
        throw StoreError(
          .usage,
          "\(text.quoted) names an id, and --id \(literalID.quoted) another",
          hints: ["write TYPE --id ID"]
        )
      }
      guard !literalID.isEmpty else { throw StoreError(.usage, "the id is empty") }
      return (ExactString(text), ExactString(literalID), nil)
    }
    // Found by its byte, since an accent after the slash would make it another character.
    guard let slash = text.utf8.firstIndex(of: UInt8(ascii: "/")) else {
      return (ExactString(text), nil, nil)
    }
    let type = String(text[..<slash])
    let id = String(text.unicodeScalars[text.unicodeScalars.index(after: slash)...])
    guard !id.isEmpty else { throw StoreError(.usage, "\(text.quoted) has an empty id") }
    guard let versioned = splitVersion(id) else { return (ExactString(type), ExactString(id), nil) }
    guard allowsVersion else {
      throw StoreError(
        .usage,
        "\(text.quoted) names version \(versioned.version), which this command has no use for",
        hints: ["if it is the id itself, write \(type) --id \(id.quoted)"]
      )
    }
    return (ExactString(type), ExactString(versioned.id), versioned.version)
  }

  private static func splitVersion(_ id: String) -> (id: String, version: UInt64)? {
    let scalars = id.unicodeScalars
    guard let at = scalars.lastIndex(of: "@"), at != scalars.startIndex else { return nil }
    let digits = String(scalars[scalars.index(after: at)...])
    guard let number = digits.wholeMatch(after: "").flatMap({ UInt64($0) }) else { return nil }
    return (String(scalars[..<at]), number)
  }
}
