import AnnalsBenchmarks
import Testing

@Suite struct EngineTests {
  @Test(
    "an engine shows what a plain dictionary shows, before and after it is reopened",
    arguments: PresentEngines.readable
  )
  func sameAsModel(name: String) throws {
    let folder = try TemporaryFolder()
    let type = try PresentEngines.readable(name)
    try compareWithModel(type, folder.path)
  }

  private func compareWithModel<E: ReadableEngine>(_: E.Type, _ folder: String) throws {
    let model = ModelEngine(in: folder)
    var stream = try PeopleStream(Workload(seed: 3, records: 400, owners: 8))
    var ids: Set<String> = []
    func apply(_ sizes: [Int], to engine: E) throws {
      for size in sizes {
        let commit = stream.nextCommit(of: size)
        for case .create(let person) in commit.changes { ids.insert(person.id) }
        try engine.apply(commit)
        try model.apply(commit)
      }
    }
    func compare(_ engine: E) throws {
      for limit in [1, 50, 10_000] {
        #expect(
          try engine.pageByAge(limit: limit).map(engine.person) == model.pageByAge(limit: limit)
        )
        for number in 0..<9 {
          let owner = "owner-0000\(number)"
          #expect(
            try engine.page(of: owner, limit: limit).map(engine.person)
              == model.page(of: owner, limit: limit)
          )
        }
      }
      for id in ids.union(["nobody"]) {
        #expect(try engine.record(id).map(engine.person) == model.record(id))
      }
    }

    var engine = try E(in: folder)
    try apply([400, 1, 1, 7, 100], to: engine)
    try compare(engine)
    try apply([1_000, 1, 3], to: engine)
    try compare(engine)
    try engine.close()
    engine = try E(in: folder)
    try compare(engine)
    try apply([50, 1], to: engine)
    try compare(engine)
    try engine.close()
  }

  @Test("an engine answers about the past exactly where its description promises it")
  func promises() {
    for type in PresentEngines.all + [ModelEngine.self] {
      let promised = type.description.history == Set(EngineDescription.Question.allCases)
      #expect((type is any HistoryEngine.Type) == promised, "\(type)")
    }
  }

  @Test("raw LMDB goes on after the last entry when it is reopened")
  func appendAfterReopening() throws {
    let folder = try TemporaryFolder()
    var stream = try PeopleStream(Workload(records: 100))
    for _ in 0..<3 {
      let engine = try LMDBAppendEngine(in: folder.path)
      try engine.apply(stream.nextCommit(of: 50))
      engine.close()
    }
  }

  @Test("a refused commit changes nothing", arguments: PresentEngines.readable)
  func allOrNothing(name: String) throws {
    let type = try PresentEngines.readable(name)
    try refuse(type)
  }

  private func refuse<E: ReadableEngine>(_: E.Type) throws {
    let folder = try TemporaryFolder()
    var stream = try PeopleStream(Workload(records: 10))
    let first = stream.nextCommit(of: 10)
    let engine = try E(in: folder.path)
    try engine.apply(first)
    var second = stream.nextCommit(of: 0)
    second.changes = [.delete(id: "p0000001")] + first.changes.suffix(1)
    #expect(throws: (any Error).self) { try engine.apply(second) }
    #expect(try engine.record("p0000001") != nil)
    #expect(try engine.pageByAge(limit: 100).count == 10)
    second.changes.removeLast()
    try engine.apply(second)
    #expect(try engine.record("p0000001") == nil)
    try engine.close()
  }
}
