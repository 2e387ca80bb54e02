internal import JSONText

extension Value {
  /// The value as another kind, if nothing of it is lost.
  ///
  /// Int becomes decimal, or double up to ±2^53; anything becomes JSON: numbers as JSON numbers (NaN and
  /// the infinities as strings), text, times, days, UUIDs and bytes as JSON strings. Null stays null.
  ///
  /// - Returns: nil for all other pairs of kinds.
  public func coerced(to kind: Kind) -> Value? {
    guard let own = self.kind, own != kind else { return self }
    switch (self, kind) {
    case (.int(let number), .decimal): return .decimal(ExactDecimal(number))
    case (.int(let number), .double) where number.magnitude <= 1 << 53:
      return .double(Double(number))
    // Unlike a decimal field's value, which is a string so that readers do not round it.
    case (.decimal(let number), .json): return .json(number.description)
    case (_, .json):
      var writer = JSONWriter()
      writer.append(self)
      return .json(writer.text)
    default: return nil
    }
  }
}
