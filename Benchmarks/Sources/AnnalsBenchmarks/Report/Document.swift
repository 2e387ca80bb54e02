/// A report as a row of parts, to be read in a terminal or as Markdown.
public struct Document: Sendable, Hashable {
  /// One part.
  public enum Part: Sendable, Hashable {
    /// What the whole is called.
    case title(String)
    /// Begins a chapter.
    case chapter(String)
    /// Begins a part of a chapter.
    case section(String)
    /// Names and what is to be said of each.
    case facts([Fact])
    /// Sentences.
    case paragraph(String)
    /// Rows of cells, the header first; numbers stand in all columns but the first and the last.
    case table([[String]])
    /// A file beside the report, and what it shows.
    case picture(file: String, title: String)
  }

  /// A name and what is to be said of it.
  public struct Fact: Sendable, Hashable {
    /// What it is about, in one word.
    public var name: String
    /// What is so.
    public var text: String

    /// Makes a fact.
    public init(_ name: String, _ text: String) {
      self.name = name
      self.text = text
    }
  }

  /// In their order.
  public var parts: [Part]

  /// Makes a document.
  public init(_ parts: [Part] = []) { self.parts = parts }

  /// For a terminal, pictures left out.
  public var text: String { parts.compactMap(Self.text).joined(separator: "\n\n") }

  /// As GitHub-flavoured Markdown, with a line end after the last line.
  public var markdown: String { parts.map(Self.markdown).joined(separator: "\n\n") + "\n" }

  private static func text(_ part: Part) -> String? {
    switch part {
    case .title(let words): underlined(words, "=")
    case .chapter(let words): underlined(words, "-")
    case .section(let words): words
    case .facts(let facts):
      Text.table(facts.map { [$0.name + ":", $0.text] })
    case .paragraph(let words): words
    case .table(let rows): Text.table(rows)
    case .picture: nil
    }
  }

  private static func underlined(_ words: String, _ line: Character) -> String {
    words + "\n" + String(repeating: line, count: words.count)
  }

  private static func markdown(_ part: Part) -> String {
    switch part {
    case .title(let words): "# " + words
    case .chapter(let words): "## " + words
    case .section(let words): "### " + words
    case .facts(let facts):
      facts.map { "- **\($0.name)**: \(escaped($0.text))" }.joined(separator: "\n")
    case .paragraph(let words): escaped(words)
    case .table(let rows): markdown(table: rows)
    case .picture(let file, let title): "![\(title)](\(file))"
    }
  }

  private static func markdown(table rows: [[String]]) -> String {
    guard let header = rows.first else { return "" }
    let rule = header.indices.map { column in
      column == 0 || column == header.count - 1 ? "---" : "---:"
    }
    return ([header, rule] + rows.dropFirst()).map { row in
      "| " + row.map(escaped).joined(separator: " | ") + " |"
    }.joined(separator: "\n")
  }

  /// What Markdown would take for a cell's end, emphasis or a tag is marked as text.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      if "|*_<\\".contains(character) { result.append("\\") }
      result.append(character)
    }
    return result
  }
}
