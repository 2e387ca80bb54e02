internal import Foundation
internal import Records

/// JSON as fields keep it: numbers exactly, NaN and the infinities as words.
enum FieldJSON {
  /// Reads what `encoder` wrote.
  static func decoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "Infinity",
      negativeInfinity: "-Infinity",
      nan: "NaN"
    )
    return decoder
  }

  /// Writes JSON: equal values have equal texts, so that one which did not change makes no event.
  static func encoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity",
      negativeInfinity: "-Infinity",
      nan: "NaN"
    )
    return encoder
  }

  /// The value as JSON text.
  ///
  /// - Throws: what the value's own `encode(to:)` throws.
  static func keep(_ value: some Encodable) throws -> Value {
    try .json(String(decoding: encoder().encode(value), as: UTF8.self)).canonical()
  }
}
