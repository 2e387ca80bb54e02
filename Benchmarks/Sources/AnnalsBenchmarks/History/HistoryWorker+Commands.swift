extension HistoryWorker {
  /// Runs each command some times, all of them in turn, the first turn unmeasured.
  ///
  /// - Returns: milliseconds by the command's name.
  func commands() throws -> HistoryAnswer {
    let subjects = try subjects(plan.rounds * plan.opens + 1)
    var answer = HistoryAnswer()
    for (turn, subject) in subjects.enumerated() {
      let commands = TimedCommand.allCases
      for command in turn.isMultiple(of: 2) ? commands : commands.reversed() {
        let seconds = try time(command, about: subject)
        guard turn > 0 else { continue }
        answer.values[command.rawValue, default: []].append(seconds * 1e3)
      }
    }
    return answer
  }

  /// People drawn from the first pages of owners drawn at random.
  private func subjects(_ count: Int) throws -> [TimedCommand.Subject] {
    var random = SplitMix64(seed: plan.seed)
    return try withEngine { engine in
      try (0..<count).map { _ in
        let owner = plan.workload.owner(&random)
        let page = try engine.page(of: owner, limit: Worker.pageSize)
        guard !page.isEmpty else { throw BenchmarkError("\(owner) has no one") }
        let id = try engine.person(page[random.draw(below: page.count)]).id
        return TimedCommand.Subject(owner: owner, id: id)
      }
    }
  }

  private func time(_ command: TimedCommand, about subject: TimedCommand.Subject) throws -> Double {
    let words = ["--quiet"] + command.words(about: subject)
    let clock = ContinuousClock()
    let start = clock.now
    let child = try ChildProcess(
      words,
      of: tool,
      environment: ["ANNALS_STORE=\(AnnalsEngine.path(in: folder))"]
    )
    let text = child.readToEnd()
    let code = child.wait()
    let seconds = (clock.now - start).inSeconds
    guard code == 0, command.isAnswered(by: text, about: subject) else {
      throw BenchmarkError(
        "annals \(words.joined(separator: " ")) ended with \(code) and gave no answer that is one"
      )
    }
    return seconds
  }
}
