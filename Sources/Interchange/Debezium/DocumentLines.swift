internal import ByteCoding
internal import EventLog
internal import JSONText
internal import StoreErrors

/// The JSON documents of a source: one a line, or pretty-printed over many.
///
/// A document over many lines begins with a line that holds nothing but `{`, and ends with the line that closes
/// it. Any other document is one line, so that a line cut short spoils no other.
final class DocumentLines {
  let lines: LineSource
  private let parser = JSONParser()
  private var joined: [UInt8] = []

  /// The beginning of the last document, for a report.
  private(set) var beginning: [UInt8] = []
  /// The line with which the last document began.
  private(set) var firstLine = 0
  /// How many bytes the documents so far have.
  private(set) var byteCount = 0

  init(_ lines: LineSource) { self.lines = lines }

  /// Hands out the next document.
  ///
  /// - Parameter body: gets the document; nil for an empty line.
  /// - Returns: false at the end.
  /// - Throws: `StoreError` (`badData`) for what is not JSON, and what `body` throws.
  func next(_ body: (JSONNode?) throws -> Void) throws -> Bool {
    var isOpen = false
    firstLine = lines.lineNumber + 1
    let isThere: Void? = try lines.next { line in
      byteCount += line.count
      beginning = Array(line.extracting(first: ImportReport.textLimit))
      switch Self.contents(of: line) {
      case .nothing: try body(nil)
      case .brace:
        joined = Array(line)
        isOpen = true
      case .document: try body(parse(line))
      }
    }
    guard isThere != nil else { return false }
    if isOpen {
      try join()
      let bytes = joined
      try body(parse(bytes.span))
    }
    return true
  }

  private enum Contents { case nothing, brace, document }

  private static func contents(of line: Span<UInt8>) -> Contents {
    var isOpen = false
    for index in line.indices {
      switch Unicode.Scalar(line[index]) {
      case " ", "\t": continue
      case "{" where !isOpen: isOpen = true
      default: return .document
      }
    }
    return isOpen ? .brace : .nothing
  }

  /// Adds lines until the document is closed.
  private func join() throws {
    var depth = BraceDepth()
    depth.take(joined.span)
    while !depth.isClosed {
      let isThere: Void? = try lines.next { line in
        byteCount += line.count
        joined.append(UInt8(ascii: "\n"))
        joined.append(contentsOf: line)
        depth.take(line)
      }
      guard isThere != nil, joined.count <= LineSource.lineLimit else {
        throw StoreError(.badData, "the JSON document that begins here does not end")
      }
    }
  }

  private func parse(_ bytes: Span<UInt8>) throws -> JSONNode {
    do { return try parser.parse(bytes) } catch {
      throw StoreError(.badData, "this is not JSON: \(error)")
    }
  }
}

/// Counts braces outside of strings.
private struct BraceDepth {
  private var depth = 0
  private var isInString = false
  private var isEscaped = false

  var isClosed: Bool { depth <= 0 }

  mutating func take(_ line: Span<UInt8>) {
    for index in line.indices {
      let byte = Unicode.Scalar(line[index])
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == "\\" {
          isEscaped = true
        } else if byte
          == "\""
        {
          isInString = false
        }
      } else {
        switch byte {
        case "\"": isInString = true
        case "{": depth += 1
        case "}": depth -= 1
        default: break
        }
      }
    }
  }
}
