import Annals
import EventLog
import StoreErrors
import Records

/// The command `annals revert rN`.
enum RevertCommand {
  private static let commit = Argument("rN", "the commit")

  static let command = Command(
    name: "revert",
    abstract: "undo all that a commit did, as one new commit",
    discussion: """
      What it created is deleted, what it deleted is created again, and what it changed is changed back. \
      Types that it defined stay. On a terminal it shows that and asks first. Reverting the new commit brings the changes of the first one back.
      \(Command.reversalHelp(canSkip: true))
      """,
    arguments: [commit],
    options: [.force, .skipConflicts, .yes],
    examples: [
      Example("revert r42 -n", "see what that would do"),
      Example("revert r42 -m 'wrong file imported'", "undo it"),
      Example("revert r42 --skip-conflicts", "undo what nobody has changed since"),
    ],
    access: .writes,
    run: run
  )

  private static func run(_ invocation: Invocation, _ context: Context) throws {
    let text = try invocation.required(commit)
    guard let digits = text.wholeMatch(after: "r"), let number = UInt64(digits) else {
      throw StoreError(
        .usage,
        "\(text.quoted) names no commit",
        hints: ["write r42; annals log --oneline shows the numbers"]
      )
    }
    let store = try context.storeForWriting()
    defer { store.close() }
    try context.reverse(.commit(Revision(number)), in: store, invocation)
  }
}
