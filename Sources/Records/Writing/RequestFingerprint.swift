internal import ByteCoding
internal import EventLog

extension WriteRequest {
  /// A number that tells requests under one idempotency key apart.
  ///
  /// It is kept in the log, so the bytes it is made of must never change their meaning.
  var fingerprint: UInt64 {
    var writer = ByteWriter(reserving: 256)
    writer.appendText(actor)
    writer.appendValue(reason.map(Value.text))
    for operation in operations { writer.append(operation) }
    // What a closure will do is not known before it runs: its key alone stands for it.
    if body != nil { writer.append(10) }
    return Checksum.of(writer.bytes.span)
  }
}

extension ByteWriter {
  fileprivate mutating func append(_ operation: RecordOperation) {
    switch operation {
    case .create(let type, let id, let assignments, let ifAbsent):
      begin(ifAbsent ? 2 : 1, type, id)
      append(assignments)
    case .update(let type, let id, let assignments, let version):
      begin(3, type, id)
      append(assignments)
      append(version: version)
    case .put(let type, let id, let assignments, let version):
      begin(4, type, id)
      append(assignments)
      append(version: version)
    case .replace(let type, let id, let assignments):
      begin(5, type, id)
      append(assignments)
    case .delete(let type, let id, let version):
      begin(6, type, id)
      append(version: version)
    case .deleteWhere(let type, let condition):
      begin(7, type, nil)
      append(condition)
    case .define(let definition):
      begin(8, definition.name, nil)
      append(definition.bytes)
    case .redefine(let definition):
      begin(9, definition.name, nil)
      append(definition.bytes)
    }
  }

  private mutating func begin(_ code: UInt8, _ type: ExactString, _ id: ExactString?) {
    append(code)
    appendText(type.text)
    appendText(id?.text ?? "")
  }

  private mutating func append(version: UInt64?) { appendVarint(version.map { $0 &+ 1 } ?? 0) }

  private mutating func append(_ assignments: RecordOperation.Assignments) {
    appendVarint(UInt64(assignments.count))
    for (name, value) in assignments.sorted(by: { $0.name < $1.name }) {
      appendText(name.text)
      appendValue(value)
    }
  }
}
