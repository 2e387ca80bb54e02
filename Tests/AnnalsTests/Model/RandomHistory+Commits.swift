import Annals
import TestSupport
import Testing

extension RandomHistory {
  /// A commit that was made up: what a store is asked for, and what the model says becomes of it.
  struct Commit {
    let operations: [RecordOperation]
    let time: CommitTime
    let draft: Model.Draft
    /// The refusal that the store must give; then nothing is written.
    var refusal: Model.Refusal?
  }

  /// Makes up the next commit: the first defines the types, some change them, the others change records.
  ///
  /// The same seed makes up the same commits, in any process.
  mutating func next(upon model: Model) throws -> Commit {
    defer { count += 1 }
    if count == 0 { return try define(Self.definitions(), upon: model) }
    if redefinitions.contains(count) { return try define([try changedThings()], upon: model) }
    let time = time()
    var draft = model.draft(by: "ann \(count % 3)", at: time)
    var operations: [RecordOperation] = []
    var refusal: Model.Refusal?
    for _ in 0...random.index(below: 4) where refusal == nil {
      let (operation, refused) = try operation(on: &draft)
      operations.append(operation)
      refusal = refused
    }
    if refusal != nil { draft.changed = false }
    return Commit(operations: operations, time: time, draft: draft, refusal: refusal)
  }

  /// Makes up as many commits and writes them to stores, and to the model, too.
  mutating func write(_ commits: Int, to stores: [Store], _ model: inout Model) throws {
    for _ in 0..<commits { try next(upon: model).write(to: stores, &model) }
  }

  private mutating func define(_ definitions: [TypeDefinition], upon model: Model) throws -> Commit
  {
    let time = time()
    var draft = model.draft(by: "ann", at: time)
    for definition in definitions {
      draft.define(
        definition.name,
        Model.Shape(fields: definition.fields.map { ($0.name, $0.kind) })
      )
      if definition.name == Self.things { things = definition }
    }
    let operation = count == 0 ? RecordOperation.define : RecordOperation.redefine
    return Commit(operations: definitions.map(operation), time: time, draft: draft)
  }

  /// First a kind is widened and a field is new; then a field is dropped, and another kind is widened; at last a field
  /// is new again.
  ///
  /// Each time views come, go, or become others under their names.
  private func changedThings() throws -> TypeDefinition {
    let things = try #require(things)
    func sort(_ name: ExactString, descending: Bool = false) throws -> SortKey {
      SortKey(field: try things.requireField(name).number, isDescending: descending)
    }
    return try things.changed { fields, views in
      if !fields.contains(where: { $0.name == "extra" }) {
        views.removeAll { $0.name == "by-day" }
        for index in fields.indices where fields[index].name == "size" {
          fields[index].kind = .decimal
        }
        fields.append(FieldDefinition("extra", .text))
        views.append(ViewDefinition("by-label", filters: [], sorts: [try sort("label")]))
      } else if fields.contains(where: { $0.name == "blob" }) {
        fields.removeAll { $0.name == "blob" }
        for index in fields.indices where fields[index].name == "label" {
          fields[index].kind = .json
        }
        views.append(
          ViewDefinition(
            "by-extra",
            filters: [try sort("extra").field],
            sorts: [try sort("day", descending: true)]
          )
        )
        views.append(ViewDefinition("by-day", filters: [], sorts: [try sort("day")]))
      } else {
        for index in views.indices where views[index].name == "by-size" {
          views[index].sorts = [try sort("size", descending: true), try sort("uid")]
        }
        views.removeAll { $0.name == "by-label" }
        fields.append(FieldDefinition("more", .text))
        views.append(ViewDefinition("by-doc", filters: [], sorts: [try sort("doc")]))
      }
    }
  }
}

extension RandomHistory.Commit {
  /// Writes the commit to stores, which must do what the model does.
  func write(to stores: [Store], _ model: inout Model) throws {
    let before = model.head
    model.take(draft)
    for store in stores {
      var options = Store.WriteOptions()
      options.time = time
      do {
        let receipt = try store.write(by: draft.actor, operations, options)
        #expect(refusal == nil, "\(operations) should be refused")
        #expect(receipt.revision == (model.head > before ? model.head : nil))
        #expect(receipt.time == (model.head > before ? draft.time : nil))
      } catch let error as StoreError {
        #expect(error.code == refusal?.code, "\(operations): \(error)")
        #expect(try store.head().revision == before)
      }
    }
  }
}
