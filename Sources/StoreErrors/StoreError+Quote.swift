extension StoreError {
  /// What a user gave, for a message: in single quotes, shortened, and with the characters escaped that
  /// could break the line or command the terminal.
  ///
  /// - Parameter limit: the most characters shown; an ellipsis stands for the rest.
  package static func quote(_ text: some StringProtocol, limit: Int = 60) -> String {
    let shown = text.unicodeScalars.prefix(limit)
    let escaped = shown.map { isUnsafe($0) ? "\\u{\(String($0.value, radix: 16))}" : String($0) }
      .joined()
    return "'\(escaped)\(shown.endIndex < text.endIndex ? "…" : "")'"
  }

  /// Control characters, those that turn the direction of text around, and those that break lines.
  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: properties.isBidiControl
    }
  }
}
