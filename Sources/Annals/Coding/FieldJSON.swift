internal import Foundation
internal import Records

/// JSON as fields keep it: numbers exactly, NaN and the infinities as words.
enum FieldJSON {
  /// Reads what `keep` wrote.
  static func decoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "Infinity",
      negativeInfinity: "-Infinity",
      nan: "NaN"
    )
    return decoder
  }

  /// The value as JSON text.
  ///
  /// - Throws: what the value's own `encode(to:)` throws.
  static func keep(_ value: some Encodable) throws -> Value {
    let encoder = JSONEncoder()
    // Equal values have equal texts, so that one which did not change makes no event.
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity",
      negativeInfinity: "-Infinity",
      nan: "NaN"
    )
    return try .json(String(decoding: encoder.encode(value), as: UTF8.self)).canonical()
  }
}
