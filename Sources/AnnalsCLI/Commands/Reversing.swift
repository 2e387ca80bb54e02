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
    let isForced = invocation.has(.force)
    let isDryRun = invocation.has(.dryRun)
    let plan = try store.reversal(of: subject)
    guard isForced || plan.conflicts.isEmpty else {
      throw ConflictList(plan.conflicts, of: subject, zone)
    }
    if case .commit = subject, !isDryRun {
      try confirm(invocation, count: plan.differences.count) { facts(plan) }
    }
    let time = try commitTime(invocation)
    let receipt = try store.reverse(
      subject,
      by: actor,
      because: invocation[.reason],
      isForced: isForced,
      time: time,
      isDryRun: isDryRun
    )
    if isDryRun {
      try DiffPrinter(self).print(Diff(planned: plan.differences))
    } else {
      try ReceiptPrinter.print(receipt, self, isDryRun: false)
      try sayIfRaised(receipt, time)
    }
    for omission in plan.omissions {
      try output.say(
        "not put back: \(omission.field) of \(omission.type)/\(omission.id), which its type has no more"
      )
    }
    if receipt.outcomes.isEmpty { try output.say("nothing to do: all is as it was already") }
  }
}

extension Command {
  /// What the help of commands that put things back says about conflicts.
  static let reversalHelp = """
    Nothing is taken out of the history: new events say what is so again. Where later events changed the \
    same fields it is refused, exits 3 and lists them: record, field, revision, who and when; --force \
    undoes them, too. With --dry-run it prints what would be written, as `annals diff` does. Where all is \
    as it was already, nothing is written and the exit code is 0.
    """
}
