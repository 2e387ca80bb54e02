internal import CSimdjson
#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Reads JSON with simdjson: one document at a time, into memory that the next one uses again.
///
/// Not for use from several threads at once. A parser keeps memory for about twice the longest document
/// that it has met.
package final class JSONParser {
  typealias Token = annals_json_token

  private let parser: OpaquePointer?
  // The pointers within belong to `parser` and are good until its next parse. Through a constant pointer,
  // since nodes look here often and a variable of a class is guarded at each look.
  private let result: UnsafePointer<annals_json_result>?

  package init() {
    parser = annals_json_parser_create()
    result = parser.flatMap(annals_json_parser_result)
  }

  deinit { annals_json_parser_destroy(parser) }

  /// Reads one document, which is checked as a whole before anything is given back.
  ///
  /// - Returns: the document's value, good until the next parse.
  /// - Throws: `JSONError` where it is not JSON (RFC 8259), not UTF-8, nested over 512 deep or over 4 GiB
  ///   long, or memory is short.
  package func parse(_ bytes: Span<UInt8>) throws(JSONError) -> JSONNode {
    guard let parser, let result else {
      throw JSONError(message: "there is not enough memory", offset: 0)
    }
    // simdjson reads exactly the bytes that the span lends, and copies them.
    let isRead = bytes.withUnsafeBufferPointer {
      annals_json_parse(parser, $0.baseAddress, $0.count)
    }
    if isRead { return JSONNode(parser: self, index: 0, generation: generation) }
    let message = result.pointee.error.map { String(cString: $0) } ?? "this is not JSON"
    do { _ = try UTF8Span(validating: bytes) } catch {
      // simdjson does not say where.
      throw JSONError(message: message, offset: error.byteOffsets.lowerBound)
    }
    throw JSONError(message: message, offset: result.pointee.error_offset)
  }

  /// Reads one document.
  package func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONNode { try parse(bytes.span) }

  /// Reads one document.
  package func parse(_ text: String) throws(JSONError) -> JSONNode { try parse(text.utf8Span.span) }

  // MARK: What nodes ask for

  /// Which document was read last.
  var generation: UInt64 { result?.pointee.generation ?? 0 }

  func token(_ index: Int) -> Token {
    // A node's index comes from the tokens themselves; any other would mean a null.
    guard let tokens = result?.pointee.tokens, index >= 0, index < result?.pointee.token_count ?? 0
    else { return Token(kind: ANNALS_JSON_NULL, length: 0, offset: 0, next: .max) }
    return tokens[index]
  }

  /// The text of a string or number token.
  func text(of token: Token) -> String {
    withBytes(of: token) { bytes in String(decoding: bytes, as: UTF8.self) }
  }

  /// Whether a string token holds exactly these bytes.
  func holds(_ token: Token, _ text: String) -> Bool {
    // Most names that are looked at are others, and of another length.
    guard Int(token.length) == text.utf8.count else { return false }
    var text = text
    // `memcmp` reads as many bytes as both have.
    return withBytes(of: token) { bytes in
      guard let base = bytes.baseAddress else { return bytes.isEmpty }
      return text.withUTF8 { $0.baseAddress.map { memcmp($0, base, bytes.count) == 0 } ?? true }
    }
  }

  /// Writes a string as the name of a member.
  func write(_ token: Token, asKeyTo writer: inout JSONWriter) {
    withBytes(of: token) { bytes in
      writer.separate()
      writer.appendQuoted(bytes)
      writer.endKey()
    }
  }

  /// Writes a number as it is, a string in quotes.
  func write(_ token: Token, to writer: inout JSONWriter) {
    withBytes(of: token) { bytes in
      writer.separate()
      if token.kind == ANNALS_JSON_NUMBER {
        writer.bytes.append(contentsOf: bytes)
      } else {
        writer.appendQuoted(bytes)
      }
    }
  }

  private func withBytes<Result>(of token: Token, _ body: (UnsafeBufferPointer<UInt8>) -> Result)
    -> Result
  {
    // The parser made offset and length, within what it owns.
    let base = token.kind == ANNALS_JSON_NUMBER ? result?.pointee.source : result?.pointee.strings
    return body(
      UnsafeBufferPointer(start: base.map { $0 + Int(token.offset) }, count: Int(token.length))
    )
  }
}

extension JSONParser {
  /// The value of a number token that is written in digits only and fits.
  func int64(of token: Token) -> Int64? {
    withBytes(of: token) { bytes in
      let isNegative = bytes.first == UInt8(ascii: "-")
      var number: Int64 = 0
      for byte in bytes.dropFirst(isNegative ? 1 : 0) {
        let digit = Int64(byte) - 0x30
        guard digit >= 0, digit <= 9 else { return nil }
        let (shifted, overTen) = number.multipliedReportingOverflow(by: 10)
        // Negative numbers are gathered as such, since the least one has no positive counterpart.
        let (next, over) = shifted.addingReportingOverflow(isNegative ? -digit : digit)
        if overTen || over { return nil }
        number = next
      }
      return number
    }
  }
}
