internal import ByteCoding
internal import EventLog
package import StoreErrors

/// The lines of a file or of standard input, one after the other, in bounded memory.
///
/// Lines end with `\n` or `\r\n`, those of another program's output with a byte of choice; the last one need not. A byte order mark before the first is dropped. A
/// file named `.zst` is expanded.
package final class LineSource {
  /// The longest line, in bytes.
  package static let lineLimit = 256 << 20
  private static let blockBytes = 1 << 20
  package static let newline = UInt8(ascii: "\n")
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// How many lines were handed out.
  package private(set) var lineNumber = 0
  private let input: ByteInput?
  private let expander: ZstandardExpander?
  private let separator: UInt8
  private var buffer: [UInt8] = []
  /// The next line begins here.
  private var start = 0
  private var isAtEnd = false

  /// Opens a file; `-` is standard input.
  ///
  /// - Throws: `StoreError` (`permission`, `io`).
  package init(path: String) throws(StoreError) {
    separator = Self.newline
    input = try ByteInput(path: path)
    expander = path.hasSuffix(".zst") ? ZstandardExpander() : nil
    try dropByteOrderMark()
  }

  /// Takes the lines of a text.
  package init(text: String) {
    separator = Self.newline
    input = nil
    expander = nil
    buffer = Array(text.utf8)
    isAtEnd = true
    if buffer.starts(with: Self.byteOrderMark) { start = Self.byteOrderMark.count }
  }

  /// Reads what another program writes.
  init(_ input: ByteInput, separator: UInt8) {
    self.separator = separator
    self.input = input
    expander = nil
  }

  /// How many bytes of the input were read.
  package var bytesRead: UInt64 { input?.count ?? UInt64(start) }

  /// How many bytes the input has; nil where nobody knows before its end.
  package var bytesTotal: UInt64? { input == nil ? UInt64(buffer.count) : input?.size }

  /// Hands out the next line without its end.
  ///
  /// - Parameter body: gets the bytes, which it must not keep; it must not ask for another line.
  /// - Returns: what `body` gives; nil at the end.
  /// - Throws: `StoreError` (`io`; `tooLarge` for a line over the limit; `badData` for a damaged `.zst`),
  ///   and what `body` throws.
  package func next<R>(_ body: (Span<UInt8>) throws -> R) throws -> R? {
    guard let line = try findLine() else { return nil }
    start = line.next
    lineNumber += 1
    let bytes = buffer
    return try body(bytes.span.extracting(line.content))
  }

  /// The next line as text, what is not UTF-8 in it replaced; nil at the end.
  func nextText() throws -> String? {
    try next { String(decoding: Array($0), as: UTF8.self) }
  }

  /// Passes over lines.
  ///
  /// - Returns: whether there were so many.
  package func skip(_ count: UInt64) throws -> Bool {
    var rest = count
    while rest > 0 {
      guard try next({ _ in true }) != nil else { return false }
      rest -= 1
    }
    return true
  }

  /// The beginning of the next line, which stays the next line.
  package func peek(limit: Int = 65_536) throws -> [UInt8] {
    guard let line = try findLine() else { return [] }
    return Array(buffer[line.content].prefix(limit))
  }

  private func findLine() throws(StoreError) -> (content: Range<Int>, next: Int)? {
    var searched = start
    while true {
      if let end = buffer.firstIndex(of: separator, in: searched..<buffer.count) {
        let isText = separator == Self.newline
        let hasReturn = isText && end > start && buffer[end - 1] == UInt8(ascii: "\r")
        return (start..<(hasReturn ? end - 1 : end), end + 1)
      }
      let length = buffer.count - start
      if isAtEnd { return length == 0 ? nil : (start..<buffer.count, buffer.count) }
      guard length <= Self.lineLimit else {
        throw StoreError(
          .tooLarge,
          "the line is over \(Self.lineLimit >> 20) MiB long",
          hints: ["write one JSON document a line"]
        ).atLine(lineNumber + 1)
      }
      try fill()
      searched = start + length
    }
  }

  private func fill() throws(StoreError) {
    buffer.removeSubrange(..<start)
    start = 0
    guard let input else { return isAtEnd = true }
    guard let expander else {
      isAtEnd = try input.read(Self.blockBytes, into: &buffer) == 0
      return
    }
    var packed: [UInt8] = []
    if try input.read(Self.blockBytes, into: &packed) == 0 {
      try expander.finish()
      isAtEnd = true
    } else {
      try expander.expand(packed, into: &buffer)
    }
  }

  private func dropByteOrderMark() throws(StoreError) {
    while buffer.count < Self.byteOrderMark.count, !isAtEnd { try fill() }
    if buffer.starts(with: Self.byteOrderMark) { start = Self.byteOrderMark.count }
  }
}
