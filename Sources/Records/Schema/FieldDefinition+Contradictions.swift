package import StoreErrors

extension FieldDefinition {
  /// Refuses rules that contradict each other: no record could be written, or a default never be used.
  ///
  /// Only new definitions are held to this: one that is kept in a log must always be readable.
  ///
  /// - Throws: `StoreError` (`usage`).
  package func checkContradictions() throws(StoreError) {
    for (rule, bound) in [("min", rules.minimum), ("max", rules.maximum)] {
      switch bound {
      case .double(let number) where number.isNaN:
        throw contradiction("\(rule) is not a number")
      case .int(let length) where length < 0 && (kind == .text || kind == .bytes):
        throw contradiction("\(rule) is \(length), and no length is under 0")
      default: break
      }
    }
    if let minimum = rules.minimum, let maximum = rules.maximum,
      Value.order(minimum, maximum) > 0
    {
      throw contradiction("min=\(minimum.text) is over max=\(maximum.text)")
    }
    for value in rules.oneOf { try check(value, as: "one-of") }
    if let value = rules.defaultValue { try check(value, as: "default") }
  }

  private func check(_ value: Value, as rule: String) throws(StoreError) {
    do { try check(value) } catch {
      throw contradiction("\(rule)=\(value.text) is refused: \(error.message)")
    }
  }

  private func contradiction(_ what: String) -> StoreError {
    StoreError(
      .usage,
      "the rules of \(name) contradict each other: \(what)",
      hints: ["change or leave out one of them"],
      field: name.text
    )
  }
}
