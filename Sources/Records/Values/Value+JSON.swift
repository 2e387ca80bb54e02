package import JSONText
package import StoreErrors

extension Value {
  /// Reads a value from JSON, in the form that `JSONWriter.append` writes or the natural one.
  ///
  /// A decimal may also be a number, of which every digit is kept; an int must be a number that is whole
  /// and within 64 bits. The JSON `null` is null for every kind.
  ///
  /// - Throws: `StoreError` (`badData`) that says what the kind takes and what was given.
  package init(json: some JSONContent, as kind: Kind) throws(StoreError) {
    if json.isNull {
      self = .null
      return
    }
    let value: Value?
    switch kind {
    case .text: value = json.string.map(Value.text)
    case .int:
      // Nearly all numbers are plain digits.
      value = json.number.flatMap { Int64($0) ?? ExactDecimal($0)?.int64 }.map(Value.int)
    case .decimal:
      value = (json.number ?? json.string).flatMap { ExactDecimal($0) }.map(Value.decimal)
    case .double: value = Self.double(json).map(Value.double)
    case .bool: value = json.bool.map(Value.bool)
    case .json: value = .json(json.minified)
    case .instant, .date, .uuid, .bytes:
      guard let text = json.string else { throw kind.refusal(of: json.minified) }
      value = try Value(parsing: text, as: kind)
    }
    guard let value else { throw kind.refusal(of: json.minified) }
    self = value
  }

  /// Reads a value from JSON text, as `init(json:as:)` does.
  ///
  /// - Throws: `StoreError` (`badData`) also where the text is not JSON.
  package init(parsingJSON text: String, as kind: Kind) throws(StoreError) {
    let json: JSONNode
    do { json = try JSONParser().parse(text) } catch {
      throw Kind.json.refusal(of: text, because: error.description)
    }
    try self.init(json: json, as: kind)
  }

  private static func double(_ json: some JSONContent) -> Double? {
    if let text = json.number { return double(text) }
    // Words only: a number in quotes is a text.
    guard let number = json.string.flatMap({ double($0) }), !number.isFinite else { return nil }
    return number
  }

  /// The same value as every way in would have stored it: JSON checked and compact, one form of NaN.
  ///
  /// For values that Swift code made; those that were parsed are canonical already.
  ///
  /// - Throws: `StoreError` (`badData`) for a `json` value that is not JSON.
  package func canonical() throws(StoreError) -> Value {
    switch self {
    case .json(let text): try Value(parsingJSON: text, as: .json)
    case .double(let number) where number.isNaN: .double(.nan)
    default: self
    }
  }
}

extension JSONWriter {
  /// Writes a value so that nothing of it is lost.
  ///
  /// Ints and finite doubles are numbers; decimals, instants, dates, UUIDs, bytes and the doubles NaN,
  /// Infinity and -Infinity are strings; JSON stands as it is.
  package mutating func append(_ value: Value) {
    switch value {
    case .null: null()
    case .bool(let flag): bool(flag)
    case .int(let number): integer(number)
    case .double(let number) where number.isFinite: self.number(value.text)
    case .json(let text): raw(text)
    case .text, .double, .decimal, .instant, .date, .uuid, .bytes: string(value.text)
    }
  }
}
