import Annals
import Testing

extension StoreCheck {
  /// The records of a type that had been deleted at a revision, as they were last, the latest deletion first.
  func deleted(_ definition: TypeDefinition, at revision: Revision, _ point: Point) throws {
    let dead = model.state(at: revision).filter {
      $0.key.type == definition.name && !$0.value.isAlive
    }
    let found = try store.deletedRecords(Query(definition.name), at: point)
    #expect(
      Set(found.map(\.record.id)) == Set(dead.keys.map(\.id)),
      "\(definition.name) at \(point)"
    )
    #expect(found.map(\.deletion.position) == found.map(\.deletion.position).sorted(by: >))
    for each in found {
      let key = Model.Key(type: definition.name, id: each.record.id)
      guard let entry = dead[key] else { continue }
      #expect(each.deletion.op == .delete)
      #expect(each.deletion.version == entry.version && each.record.version == entry.version - 1)
      #expect(each.deletion.commit.revision == entry.revision)
      #expect(each.record.life == entry.life)
      try lastValues(each, key, definition)
    }
  }

  /// What the record held before the commit that deleted it, if that did nothing else to it.
  private func lastValues(
    _ deleted: DeletedRecord,
    _ key: Model.Key,
    _ definition: TypeDefinition
  ) throws {
    let before = Revision(deleted.deletion.commit.revision.rawValue - 1)
    guard let last = model.state(at: before)[key], last.version == deleted.record.version,
      let shape = model.shapes[Int(before.rawValue)][key.type],
      shape == Model.Shape(fields: definition.fields.map { ($0.name, $0.kind) })
    else { return }
    for field in definition.fields {
      #expect(deleted.record[field.name] == last.values[field.name], "\(key) \(field.name)")
    }
  }
}
