internal import ByteCoding
internal import EventLog

extension ByteWriter {
  /// Writes a condition so that different ones give different bytes; nothing reads them back.
  mutating func append(_ condition: Condition?) {
    switch condition {
    case nil: append(0)
    case .compare(let field, let comparison, let value):
      append(1)
      appendVarint(UInt64(field))
      appendText(comparison.rawValue)
      appendValue(value)
    case .among(let field, let values):
      append(2)
      appendVarint(UInt64(field))
      appendVarint(UInt64(values.count))
      for value in values { appendValue(value) }
    case .like(let field, let pattern):
      append(3)
      appendVarint(UInt64(field))
      appendText(pattern)
    case .isNull(let field):
      append(4)
      appendVarint(UInt64(field))
    case .all(let parts): append(5, parts)
    case .any(let parts): append(6, parts)
    case .not(let part): append(7, [part])
    }
  }

  private mutating func append(_ code: UInt8, _ parts: [Condition]) {
    append(code)
    appendVarint(UInt64(parts.count))
    for part in parts { append(part) }
  }
}
