import Annals
import Foundation
import TestSupport
import Testing

/// Random histories against the model: live = at the head = at every point = replayed = rebuilt = restored from a
/// snapshot = in memory = opened again.
@Suite struct HistoryPropertyTests {
  @Test(arguments: 1...3) func `every read equals the model, at every revision`(_ run: Int) throws {
    var random = SeededGenerator()
    let folder = FileManager.default.temporaryDirectory.path + "/annals-test-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var options = Store.Options()
    options.durability = .buffered
    options.catchUpEvents = random.pick([1, 7, 200_000])
    let store = try Store.create(at: folder, options)
    let memory = Store.inMemory(options)
    defer { memory.close() }
    let model = try fill([store, memory], commits: rounds(60), &random)
    let everyKey = Set(model.states.flatMap(\.keys) + [Model.Key(type: "person", id: "never")])

    let check = StoreCheck(store: store, model: model)
    try check.lists(at: model.head, isHead: true)
    try check.histories()
    for number in 0...model.head.rawValue {
      let revision = Revision(number)
      try check.lists(at: revision)
      try check.records(at: revision, everyKey)
      try check.replay(to: revision, useSnapshots: random.oneIn(2))
      for instant in [model.times[Int(number)], model.times[Int(number)].next] {
        #expect(try store.resolve(.instant(instant)).revision == model.revision(at: instant))
      }
    }
    for _ in 0..<40 {
      let points = (0..<2).map { _ in
        Revision(UInt64(random.index(below: Int(model.head.rawValue) + 1)))
      }
      try check.differences(from: points[0], to: points[1])
    }
    let inMemory = StoreCheck(store: memory, model: model)
    try inMemory.lists(at: model.head, isHead: true)
    try inMemory.records(at: model.head, everyKey, isHead: true)
    #expect(try memory.head() == store.head(), "both logs hold the same bytes")

    #expect(try store.verifyEverywhere().fault == nil)
    #expect(try memory.verifyEverywhere().fault == nil)

    #expect(try !store.rebuild().foundDifference)
    try check.lists(at: model.head, isHead: true)
    try check.histories()
    #expect(try store.verifyEverywhere().fault == nil)
    store.close()

    try FileManager.default.removeItem(atPath: folder + "/views")
    let again = try Store.open(at: folder, options)
    defer { again.close() }
    let reopened = StoreCheck(store: again, model: model)
    try reopened.lists(at: model.head, isHead: true)
    try reopened.records(at: model.head, everyKey, isHead: true)
    try reopened.histories()
  }

  /// Gives all stores the same random commits, and the model, too.
  private func fill(_ stores: [Store], commits: Int, _ random: inout SeededGenerator) throws
    -> Model
  {
    var model = Model()
    var history = RandomHistory(random)
    try write(
      RandomHistory.definitions().map(RecordOperation.define),
      nil,
      to: stores,
      &model,
      &history
    ) { draft in
      for definition in try RandomHistory.definitions() {
        draft.define(
          definition.name,
          Model.Shape(fields: definition.fields.map { ($0.name, $0.kind) })
        )
      }
    }
    for number in 0..<commits {
      if number == commits / 3 || number == 2 * commits / 3 {
        try redefine(stores, &model, &history)
      }
      let time = history.time()
      var draft = model.draft(by: "ann \(number % 3)", at: time)
      var operations: [RecordOperation] = []
      var refusal: Model.Refusal?
      for _ in 0...history.random.index(below: 4) where refusal == nil {
        let (operation, refused) = try history.operation(on: &draft)
        operations.append(operation)
        refusal = refused
      }
      if refusal != nil { draft.changed = false }
      try write(operations, refusal, to: stores, draft, at: time, &model)
      let check = StoreCheck(store: stores[0], model: model)
      if history.random.oneIn(9) { try check.lists(at: model.head, isHead: true) }
      if history.random.oneIn(20) { _ = try stores[0].snapshot() }
    }
    random = history.random
    return model
  }

  private func redefine(_ stores: [Store], _ model: inout Model, _ history: inout RandomHistory)
    throws
  {
    let things = try stores[0].type("thing")
    var fields = things.fields
    if fields.contains(where: { $0.name == "extra" }) {
      fields.removeAll { $0.name == "blob" }
      for index in fields.indices where fields[index].name == "label" { fields[index].kind = .json }
    } else {
      for index in fields.indices where fields[index].name == "size" {
        fields[index].kind = .decimal
      }
      fields.append(Field("extra", .text))
    }
    let views = things.views.filter { $0.name != "by-day" }
    let next = try TypeDefinition(name: "thing", fields: fields, views: views)
    try write([.redefine(next)], nil, to: stores, &model, &history) { draft in
      draft.define("thing", Model.Shape(fields: fields.map { ($0.name, $0.kind) }))
    }
  }

  private func write(
    _ operations: [RecordOperation],
    _ refusal: Model.Refusal?,
    to stores: [Store],
    _ model: inout Model,
    _ history: inout RandomHistory,
    _ change: (inout Model.Draft) throws -> Void
  ) throws {
    let time = history.time()
    var draft = model.draft(by: "ann", at: time)
    try change(&draft)
    try write(operations, refusal, to: stores, draft, at: time, &model)
  }

  private func write(
    _ operations: [RecordOperation],
    _ refusal: Model.Refusal?,
    to stores: [Store],
    _ draft: Model.Draft,
    at time: CommitTime,
    _ model: inout Model
  ) throws {
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
