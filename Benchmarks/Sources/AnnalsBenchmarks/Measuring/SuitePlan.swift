/// How much of everything the suite does: as much as two cores can in ten minutes.
public struct SuitePlan: Sendable, Hashable {
  /// Engines side by side.
  public var run = RunPlan()
  /// A long history, a tenth as long as that of a run of its own.
  public var history = HistoryPlan()

  /// Makes the plan of a full suite.
  public init() {
    run.events = 300_000
    history.people = 100_000
    history.events = 1_000_000
    history.rewrites = 100_000
    history.versions = 100_000
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
