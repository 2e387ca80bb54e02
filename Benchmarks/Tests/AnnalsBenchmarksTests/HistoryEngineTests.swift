import AnnalsBenchmarks
import Testing

@Suite struct HistoryEngineTests {
  @Test(
    "at random points an engine answers as a dictionary of all versions does, also after it is reopened",
    arguments: PresentEngines.historical
  )
  func sameAsModel(name: String) throws {
    let type = try PresentEngines.historical(name)
    try compareWithModel(type)
  }

  private func compareWithModel<E: HistoryEngine>(_: E.Type) throws {
    let folder = try TemporaryFolder()
    var story = try Story(seed: 11)
    var engine = try E(in: folder.path)
    for round in 0..<4 {
      try story.apply(30, to: engine)
      try story.compare(engine)
      guard round.isMultiple(of: 2) else { continue }
      try engine.close()
      engine = try E(in: folder.path)
      try story.compare(engine)
    }
    try engine.close()
  }
}

/// A random history that an engine and the model go through together.
private struct Story {
  private let model = ModelEngine(in: "")
  private var stream: PeopleStream
  private var random: SplitMix64
  private var ids: Set<String> = ["nobody"]

  /// Few people, so that each changes often, also within a commit.
  private static let workload = Workload(seed: 5, records: 40, owners: 3)

  init(seed: UInt64) throws {
    stream = try PeopleStream(Self.workload)
    random = SplitMix64(seed: seed)
  }

  mutating func apply(_ count: Int, to engine: some Engine) throws {
    for _ in 0..<count {
      let commit = stream.nextCommit(of: 1 + random.draw(below: 20))
      for case .create(let person) in commit.changes { ids.insert(person.id) }
      try engine.apply(commit)
      try model.apply(commit)
    }
  }

  mutating func compare<E: HistoryEngine>(_ engine: E) throws {
    #expect(try engine.head() == model.head())
    for point in [0, 1, model.head()] + (0..<20).map({ _ in random.draw(below: model.head()) }) {
      let owner = stream.workload.owner(&random)
      for limit in [3, 1_000] {
        #expect(
          try engine.page(of: owner, limit: limit, at: point).map(engine.person)
            == model.page(of: owner, limit: limit, at: point),
          "\(owner) at \(point)"
        )
      }
      for id in ids {
        #expect(
          try engine.record(id, at: point).map(engine.person) == model.record(id, at: point),
          "\(id) at \(point)"
        )
      }
    }
  }
}
