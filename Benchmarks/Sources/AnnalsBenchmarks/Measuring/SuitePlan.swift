/// How much of everything the suite does: as much as two cores can in ten minutes.
public struct SuitePlan: Sendable, Hashable {
  /// Engines side by side.
  public var run = RunPlan()
  /// A long history, a twentieth as long as that of a run of its own.
  public var history = HistoryPlan()

  /// Makes the plan of a full suite.
  public init() {
    run.workload = Workload(records: 100_000)
    run.events = 100_000
    history.people = 50_000
    history.events = 500_000
    history.rewrites = 100_000
    history.versions = 100_000
    history.lines = 500_000
    history.commandRecords = 100_000
    history.opens = 5
  }

  /// Makes the plan of a suite that shows that all is well rather than how fast it is.
  public static var quick: SuitePlan {
    var plan = SuitePlan()
    (plan.run, plan.history) = (.quick, .quick)
    return plan
  }

  /// What all random draws depend on.
  public var seed: UInt64 {
    get { history.seed }
    set { (run.workload.seed, history.seed) = (newValue, newValue) }
  }
}
