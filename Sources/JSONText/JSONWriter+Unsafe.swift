// Strings in quotes. Runs of bytes that need no escape, which is nearly all of them, are copied whole.

extension JSONWriter {
  mutating func appendQuoted(_ text: String) {
    var text = text
    // The bytes are read only while the text lends them.
    text.withUTF8 { appendQuoted($0) }
  }

  /// Escapes only what must be: quotes, backslashes and control characters below U+0020.
  mutating func appendQuoted(_ utf8: UnsafeBufferPointer<UInt8>) {
    append("\"")
    var start = 0
    for index in utf8.indices where Self.mustBeEscaped(utf8[index]) {
      bytes.append(contentsOf: utf8[start..<index])
      appendEscaped(utf8[index])
      start = index + 1
    }
    bytes.append(contentsOf: utf8[start...])
    append("\"")
  }

  private static func mustBeEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func appendEscaped(_ byte: UInt8) {
    append("\\")
    switch Unicode.Scalar(byte) {
    case "\n": append("n")
    case "\r": append("r")
    case "\t": append("t")
    case "\u{8}": append("b")
    case "\u{C}": append("f")
    case "\"", "\\": bytes.append(byte)
    default:
      let digits = Array("0123456789abcdef".utf8)
      bytes.append(contentsOf: "u00".utf8)
      bytes.append(digits[Int(byte >> 4)])
      bytes.append(digits[Int(byte & 15)])
    }
  }
}
