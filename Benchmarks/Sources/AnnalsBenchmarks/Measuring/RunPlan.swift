/// How much of everything a run does.
public struct RunPlan: Sendable, Hashable {
  /// The changes and how they are made.
  public var workload = Workload()
  /// How often each measure is taken of each engine, in turns.
  public var rounds = 3
  /// Events of a round of commits of 10,000; the smaller commits get a share of it.
  public var events = 500_000
  /// How many threads write at once in one of the measures, and how many tasks in another.
  public var threads = 64
  /// Pages read in a round.
  public var pages = 2_000
  /// Single records read in a round.
  public var records = 20_000
  /// Processes started in a round to open the store.
  public var opens = 5

  /// Makes the plan of a full run.
  public init() {}

  /// Makes the plan of a run of seconds, which shows that all is well rather than how fast it is.
  public static var quick: RunPlan {
    var plan = RunPlan()
    plan.workload = Workload(records: 20_000)
    plan.events = 50_000
    plan.pages = 500
    plan.records = 5_000
    return plan
  }

  /// Commits of one event in a round, by all threads or tasks together.
  var crowdCommits: Int { 4 * commits(of: 1) }

  /// Commits of a size in a round.
  ///
  /// A flush to the disk costs the same however little it carries, so that
  /// small commits are given fewer events: a tenth and a 250th.
  func commits(of size: Int) -> Int {
    switch size {
    case 10_000: max(1, events / size)
    case 100: max(1, events / 10 / size)
    default: max(10, events / 250 / size)
    }
  }
}
