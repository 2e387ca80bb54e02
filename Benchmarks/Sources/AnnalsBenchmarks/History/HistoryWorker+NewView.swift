internal import Annals

extension HistoryWorker {
  /// A view that comes to all records: how soon it serves, and what reads of another one take while each of them fills
  /// it a little further.
  func newView() throws -> HistoryAnswer {
    var answer = HistoryAnswer()
    var random = SplitMix64(seed: plan.seed)
    try withEngine { engine in
      for _ in 0..<plan.rounds {
        try addView(to: engine)
        let time = try ContinuousClock().measure { try engine.store.catchUp() }
        answer.add(time.inSeconds, .newViewReady)

        try addView(to: engine)
        var latencies = Latencies(reserving: 1000)
        repeat {
          let owner = plan.workload.owner(&random)
          _ = try latencies.measure { try engine.page(of: owner, limit: Worker.pageSize) }
        } while try isFilling(in: engine)
        answer.add(latencies, .newViewRead, tail: .newViewReadTail, scale: 1e3)
      }
      try changeViews(of: engine) { _ in [] }
    }
    return answer
  }

  /// Adds a view that no earlier one is like, in the place of the last one that was added.
  private func addView(to engine: AnnalsEngine) throws {
    try changeViews(of: engine) { definition in
      guard let field = definition.field("name") else {
        throw BenchmarkError("\(definition.name) has no field name")
      }
      return [ViewDefinition(Self.added, filters: [], sorts: [SortKey(field: field.number)])]
    }
  }

  private static let added: ExactString = "by-name"

  /// Puts others in the place of the views that were added.
  private func changeViews(
    of engine: AnnalsEngine,
    adding views: (TypeDefinition) throws -> [ViewDefinition]
  ) throws {
    let known = try engine.store.type(AnnalsEngine.type)
    let next = try TypeDefinition(
      number: known.number,
      version: known.version,
      name: known.name,
      fields: known.fields,
      views: known.views.filter { $0.name != Self.added } + views(known),
      reasonRule: known.reasonRule,
      nextFieldNumber: known.nextFieldNumber,
      nextViewNumber: known.nextViewNumber
    )
    _ = try engine.store.write(by: "annals-bench", [.redefine(next)])
  }

  private func isFilling(in engine: AnnalsEngine) throws -> Bool {
    try engine.store.statistics().views.contains { !$0.isWhole }
  }
}
