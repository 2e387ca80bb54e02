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

    #expect(try store.rebuild().differences.isEmpty)
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
    var history = RandomHistory(
      random,
      redefinedAfter: [commits / 4, commits / 2, 3 * commits / 4]
    )
    for _ in 0...commits {
      try history.write(1, to: stores, &model)
      let check = StoreCheck(store: stores[0], model: model)
      if history.random.oneIn(9) { try check.lists(at: model.head, isHead: true) }
      if history.random.oneIn(20) { _ = try stores[0].snapshot() }
    }
    random = history.random
    return model
  }
}
