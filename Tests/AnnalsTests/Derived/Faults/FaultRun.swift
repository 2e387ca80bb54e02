import Annals
import Foundation
import TestSupport
import Testing

/// A random history with faults among its commits.
struct FaultRun {
  var random: SeededGenerator
  private(set) var scene: FaultScene
  /// The seed of the history, from which another process makes up the same one.
  let seed: UInt64
  private(set) var history: RandomHistory
  private(set) var model = Model()
  private(set) var store: Store
  /// What happened lately, for whoever must find out why a test failed.
  private(set) var story: [String] = []
  /// A store with the same history, whose views nothing happens to.
  private let undisturbed = Store.inMemory()

  private static let redefinitions: Set<Int> = [20, 50]

  /// The history of a seed after so many commits were made up.
  static func model(seed: UInt64, commits: Int) throws -> Model {
    var history = RandomHistory(SeededGenerator(seed: seed), redefinedAfter: redefinitions)
    var model = Model()
    try history.write(commits, to: [], &model)
    return model
  }

  /// Makes the store in a folder, with its first commit.
  init(in folder: String, _ random: SeededGenerator) throws {
    self.random = random
    scene = try FaultScene(in: folder, &self.random)
    seed = self.random.next()
    history = RandomHistory(SeededGenerator(seed: seed), redefinedAfter: Self.redefinitions)
    store = try Store.create(at: scene.store, .quick)
    try write(1)
    store.close()
  }

  /// Closes all.
  func end() {
    store.close()
    undisturbed.close()
  }

  mutating func write(_ commits: Int) throws {
    try history.write(commits, to: [store, undisturbed], &model)
  }

  /// Opens the store, in any way.
  mutating func open(isReadOnly: Bool = false) throws {
    var options = Store.Options.quick
    options.isReadOnly = isReadOnly
    options.catchUpEvents = random.pick([1, 7, 200_000])
    options.restoreEvents = random.pick([1, 1, 30, 1_000_000])
    options.snapshotPolicy = SnapshotPolicy(everyEvents: random.pick([0, 20, 80]), keep: 3)
    store = try Store.open(at: scene.store, options)
  }

  private mutating func note(_ event: String) {
    story = story.suffix(20) + ["\(model.head): \(event)"]
  }

  // MARK: A round

  /// Writes, and lets something happen to snapshots of the open store.
  mutating func live() throws {
    try open()
    try write(3 + random.index(below: 12))
    if !random.oneIn(4) { try ask(.snapshot) }
    if random.oneIn(2) { try ask(.catchUp) }
    try write(random.index(below: 4))
    for _ in 0..<random.index(below: 3) { try happen(SnapshotFault.any(&random)) }
    for question in random.choose(2, of: FaultQuestion.allCases) { try ask(question) }
    store.close()
    try scene.keep(history, model)
  }

  /// Lets something happen to what is derived of the closed store.
  mutating func harm() throws {
    let isOfSnapshots = random.oneIn(2)
    if isOfSnapshots {
      for _ in 0..<1 + random.index(below: 3) { try happen(SnapshotFault.any(&random)) }
    }
    // Views that are gone begin from a snapshot.
    if isOfSnapshots, random.oneIn(2) { return try happen(ViewsFault.folderGone) }
    for _ in 0..<random.pick([1, 1, 2]) { try happen(ViewsFault.any(&random)) }
  }

  private mutating func happen(_ fault: ViewsFault) throws {
    note("views \(fault)")
    try fault.happen(in: &scene, &random)
  }

  private mutating func happen(_ fault: SnapshotFault) throws {
    note("snapshot \(fault)")
    try fault.happen(in: &scene, &random)
  }

  /// Asks some things of the store, in any order, so that each may be the first to meet what happened.
  mutating func read() throws {
    let before = try logBytes()
    let isReadOnly = random.oneIn(4)
    let isHarmless = isReadOnly || random.oneIn(2)
    try open(isReadOnly: isReadOnly)
    let questions = isHarmless ? FaultQuestion.harmless : FaultQuestion.allCases
    for question in random.choose(3, of: questions) { try ask(question) }
    store.close()
    if isHarmless { #expect(try logBytes() == before, "the log is not written to") }
  }

  /// Asks everything, and compares the present in all orders.
  mutating func askEverything() throws {
    try open()
    for question in FaultQuestion.allCases { try ask(question) }
    try StoreCheck(store: store, model: model).lists(at: model.head, isHead: true)
    try ask(.rebuild)
    #expect(try [nil, .snapshot].contains(store.verifyEverywhere().fault?.part))
  }

  /// The bytes of the closed store's log.
  private func logBytes() throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: scene.store + "/log/data.mdb"))
  }

  private mutating func ask(_ question: FaultQuestion) throws {
    note("asked \(question)")
    try question.ask(&self)
    #expect(try store.head() == undisturbed.head(), "what was written stays")
  }

  /// Closes the store and opens it once more.
  mutating func reopen() throws {
    store.close()
    try open()
  }
}

extension SeededGenerator {
  /// So many of the choices, in any order, the same one perhaps more than once.
  fileprivate mutating func choose<Choice>(_ count: Int, of choices: [Choice]) -> [Choice] {
    (0..<count).map { _ in pick(choices) }
  }
}
