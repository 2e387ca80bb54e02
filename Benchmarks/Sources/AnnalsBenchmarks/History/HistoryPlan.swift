/// How much history is made and how often it is asked.
public struct HistoryPlan: Sendable, Hashable, Codable {
  /// What all random draws depend on.
  public var seed: UInt64 = 1
  /// About how many people live all the time.
  public var people = 200_000
  /// Events of the long history after the people are there; the short one has a hundredth of it.
  public var events = 10_000_000
  /// How many small commits end a history, more than 100.
  public var lastCommits = 1_000
  /// How often the one record of the hot store is rewritten, in a commit each.
  public var rewrites = 1_000_000
  /// How many versions the record has that is read at points.
  public var versions = 100_000
  /// Lines that are imported.
  public var lines = 1_000_000
  /// How often each measure is taken.
  public var rounds = 3
  /// Pages, records and differences read in a round.
  public var reads = 2_000
  /// Records of the store that commands are asked about; another has a hundredth of it.
  public var commandRecords = 200_000
  /// Processes started in a round to open each store, and for each command.
  public var opens = 10

  /// Makes the plan of a full run.
  public init() {}

  /// Makes the plan of a run of half a minute, which shows that all is well rather than how fast it is.
  public static var quick: HistoryPlan {
    var plan = HistoryPlan()
    plan.people = 20_000
    plan.events = 300_000
    plan.rewrites = 30_000
    plan.versions = 10_000
    plan.lines = 50_000
    plan.commandRecords = 20_000
    plan.reads = 500
    return plan
  }

  /// Events of the short history, which growth is measured against.
  var shortEvents: Int { max(10, events / 100) }

  /// Events of a commit while history is made; views are read after each ten.
  var commitSize: Int { max(1, min(10_000, shortEvents / 10)) }

  /// Events of each of the last commits.
  var lastCommitSize: Int { max(1, commitSize / 100) }

  /// How many commits lie between two points that are compared.
  var distance: Int { 100 }

  /// Creates and deletes keep the balance, so that the history is one of changes to people who stay: ten million
  /// events know 400,000 ids, one half of them alive.
  var workload: Workload {
    Workload(
      seed: seed,
      records: people,
      // Two at least, so that an owner can be changed.
      owners: max(2, people / 200),
      createPercent: 2,
      deletePercent: 2
    )
  }
}
