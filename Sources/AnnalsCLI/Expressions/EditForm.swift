import JSONText
import StoreErrors
import Records

/// A record as it is edited: each field a line of its name and its value in JSON, `age: 41`.
///
/// In JSON null, a missing field, empty text and the text "null" are four different things, and text with line ends
/// stays on one line; with a field on each line there are no commas and braces to break, and a mistake has a line
/// number.
enum EditForm {
  /// The text to edit.
  static func text(of record: StoredRecord) -> String {
    let name = Escape.visible("\(record.definition.name)/\(record.id)")
    var lines = [
      "# \(name), version \(record.version). What you change here is committed once you save and leave.",
      "# Each line is FIELD: VALUE, the value in JSON: \"text\", 41, true, null. Without its line a field is",
      "# missing. Lines that begin with # are passed over.",
    ]
    for (field, value) in zip(record.definition.fields, record.values) {
      let name = self.name(field)
      lines.append(
        value.map { "\(name): \(json($0))" } ?? "# \(name): missing (\(field.kind.name))"
      )
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Reads what became of the text.
  ///
  /// - Returns: each field that is not as it was in the record, with nil for one without a line.
  /// - Throws: `StoreError` (`badData`) with the line, for what is no field or no value of its kind.
  static func changes(_ text: String, of record: StoredRecord) throws(StoreError)
    -> RecordOperation.Assignments
  {
    var values = [Value?](repeating: nil, count: record.definition.fields.count)
    var seen: Set<Int> = []
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, scalars) in lines.enumerated() {
      let line = String(scalars.last == "\r" ? scalars.dropLast() : scalars)
      guard !line.hasPrefix("#"), line.contains(where: { !$0.isWhitespace }) else { continue }
      do throws(StoreError) {
        let (place, value) = try read(line, record.definition)
        guard seen.insert(place).inserted else {
          throw StoreError(.badData, "\(record.definition.fields[place].name) has two lines")
        }
        values[place] = value
      } catch { throw error.asData.atLine(index + 1) }
    }
    return zip(record.definition.fields, zip(record.values, values)).compactMap { field, pair in
      pair.0 == pair.1 ? nil : (name: field.name, value: pair.1)
    }
  }

  private static func read(_ line: String, _ type: TypeDefinition) throws(StoreError) -> (
    Int, Value
  ) {
    let scalars = line.unicodeScalars
    guard let end = nameEnd(scalars), end < scalars.endIndex, scalars[end] == ":" else {
      throw StoreError(.badData, "\(line.quoted) is not of the form FIELD: VALUE")
    }
    var name = String(scalars[..<end])
    if name.hasPrefix("\""), case .text(let plain)? = try? Value(parsingJSON: name, as: .text) {
      name = plain
    }
    let field = try type.requireField(ExactString(name))
    guard let place = type.index(of: field.name) else { throw StoreError(.internal, "no \(name)") }
    let text = String(scalars[scalars.index(after: end)...])
    do { return (place, try Value(parsingJSON: text, as: field.kind)) } catch {
      throw error.of(field)
    }
  }

  /// Where a line's name ends: before the first colon, or behind the quote that closes it.
  private static func nameEnd(_ line: String.UnicodeScalarView) -> String.Index? {
    guard line.first == "\"" else { return line.firstIndex(of: ":") }
    var isEscaped = false
    for index in line.indices.dropFirst() {
      if line[index] == "\"", !isEscaped { return line.index(after: index) }
      isEscaped = line[index] == "\\" && !isEscaped
    }
    return nil
  }

  /// A field's name, in quotes where it could be taken for something else.
  private static func name(_ field: FieldDefinition) -> String {
    let name = field.name.text
    let isPlain =
      !name.unicodeScalars.contains(":") && Escape.visible(name) == name
      && ![" ", "\"", "#"].contains(name.unicodeScalars.first)
    return isPlain ? name : json(.text(name))
  }

  private static func json(_ value: Value) -> String {
    var writer = JSONWriter()
    writer.append(value)
    return Escape.json(writer.text)
  }
}

extension StoreError {
  /// The same error, of data instead of a command line.
  fileprivate var asData: StoreError {
    var copy = self
    if code == .usage { copy.code = .badData }
    return copy
  }
}
