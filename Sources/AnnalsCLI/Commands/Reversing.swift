import Annals
import Records

extension Context {
  /// Puts something back to what it was, or says what that would do, and reports it.
  ///
  /// - Throws: `ConflictList` where later changes would be undone; as `Store.reverse` does.
  func reverse(
    _ subject: Reversal.Subject,
    in store: Store,
    _ invocation: Invocation
  ) throws {
    let rule = try conflictRule(invocation)
    let isDryRun = invocation.has(.dryRun)
    let plan = try store.reversal(of: subject)
    let conflicts = ConflictList(plan.conflicts, of: subject, zone)
    guard rule != .refuse || plan.conflicts.isEmpty else { throw conflicts }
    let differences = rule == .skip ? plan.differencesSkippingConflicts : plan.differences
    if case .commit = subject, !isDryRun, !differences.isEmpty {
      try confirm(invocation, count: differences.count) { facts(differences) }
    }
    let time = try commitTime(invocation)
    let receipt = try store.reverse(
      subject,
      by: actor,
      because: invocation[.reason],
      conflicts: rule,
      time: time,
      isDryRun: isDryRun
    )
    if isDryRun {
      try DiffPrinter(self).print(Diff(planned: differences))
    } else {
      try ReceiptPrinter.print(receipt, self, isDryRun: false)
      try sayIfRaised(receipt, time)
    }
    for omission in plan.omissions {
      try output.say(
        "not put back: \(omission.field) of \(omission.type)/\(omission.id), which its type has no more"
      )
    }
    if rule == .skip {
      for sentence in conflicts.sentences { try output.say("left as it is: \(sentence)") }
    }
    if receipt.outcomes.isEmpty {
      try output.say(
        plan.differences.isEmpty
          ? "nothing to do: all is as it was already"
          : "nothing to do: later events changed all of it"
      )
    }
  }

  private func conflictRule(_ invocation: Invocation) throws(ParserError) -> Reversal.ConflictRule {
    switch (invocation.has(.force), invocation.has(.skipConflicts)) {
    case (true, true): throw .exclusive(.force, .skipConflicts)
    case (true, false): .force
    case (false, true): .skip
    case (false, false): .refuse
    }
  }
}

extension Command {
  /// What the help of commands that put things back says about conflicts.
  ///
  /// - Parameter canSkip: whether the command can put back a part.
  static func reversalHelp(canSkip: Bool) -> String {
    let skipping =
      canSkip
      ? "; --skip-conflicts lets them stand, puts back all else and lists what it left" : ""
    return """
      Nothing is taken out of the history: new events say what is so again. Where later events changed the \
      same fields it is refused, exits 3 and lists them: record, field, revision, who and when. --force \
      undoes them, too\(skipping). With --dry-run it prints what would be written, as `annals diff` does. \
      Where all is as it was already, nothing is written and the exit code is 0.
      """
  }
}
