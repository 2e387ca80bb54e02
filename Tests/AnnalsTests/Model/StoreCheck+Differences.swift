import Annals
import Testing

extension StoreCheck {
  /// What `differences` tells, against the two whole lists that it spares its caller.
  func differences(from: Revision, to: Revision) throws {
    let found = try store.differences(from: .revision(from), to: .revision(to))
    let later = max(from, to)
    var expected: [String] = []
    for definition in try store.types(at: .revision(later)) {
      let old = try values(of: definition, at: from)
      let new = try values(of: definition, at: to)
      for id in Set(old.keys).union(new.keys).sorted() {
        let kind: Difference.Kind = old[id] == nil ? .created : new[id] == nil ? .deleted : .changed
        let changes = definition.fields.compactMap { field -> String? in
          let values = (old[id]?[field.number], new[id]?[field.number])
          return values.0 == values.1 ? nil : Self.line(field.name, values.0, values.1)
        }
        guard kind != .changed || !changes.isEmpty else { continue }
        expected.append("\(kind) \(definition.name)/\(id) \(changes)")
      }
    }
    let lines = found.map { difference in
      let changes = difference.changes.map { Self.line($0.field.name, $0.old, $0.new) }
      return "\(difference.kind) \(difference.definition.name)/\(difference.id) \(changes)"
    }
    #expect(lines == expected, "from \(from) to \(to)")
    for difference in found {
      let key = Model.Key(type: difference.definition.name, id: difference.id)
      #expect(difference.oldVersion == model.state(at: from)[key]?.version ?? 0)
      #expect(difference.newVersion == model.state(at: to)[key]?.version ?? 0)
    }
  }

  private static func line(_ name: ExactString, _ old: Value?, _ new: Value?) -> String {
    "\(name) \(old as Any) → \(new as Any)"
  }

  /// The living records' values by field number, in the kinds that a later definition gives them.
  private func values(of definition: TypeDefinition, at revision: Revision) throws
    -> [ExactString: [UInt32: Value]]
  {
    guard try store.types(at: .revision(revision)).contains(where: { $0.name == definition.name })
    else { return [:] }
    let records = try store.fetch(Query(definition.name), at: .revision(revision)).records
    #expect(Set(records.map(\.id)).count == records.count)
    return Dictionary(
      records.map { record in
        var values: [UInt32: Value] = [:]
        for (field, value) in zip(record.definition.fields, record.values) {
          guard let value, let index = definition.index(ofNumber: field.number) else { continue }
          values[field.number] = value.widened(to: definition.fields[index].kind)
        }
        return (record.id, values)
      },
      uniquingKeysWith: { $1 }
    )
  }
}
