import Annals
import EventLog
import StoreErrors
import Records

/// The commands `annals show rN` and `annals show TYPE/ID@N`.
enum ShowCommand {
  private static let subject = Argument(
    "rN|TYPE/ID@N",
    "a commit, head for the last, or one version of a record"
  )

  static let command = Command(
    name: "show",
    abstract: "print one commit or one event, every field old → new",
    arguments: [subject],
    examples: [
      Example("show r42", "all that was written then"),
      Example("show person/ann@3", "what made it version 3"),
    ],
    access: .reads,
    isPaged: true,
    run: run
  )

  private static func run(_ invocation: Invocation, _ context: Context) throws {
    let text = try invocation.required(subject)
    let store = try context.storeForReading()
    defer { store.close() }
    let last = try store.resolve(context.point(invocation, in: store)).revision
    let events = try events(text, in: store)
    if let revision = events.first?.commit.revision, revision > last {
      throw StoreError(.notFound, "\(text) came later, in \(revision)")
    }
    var printer = EventPrinter(context, store, isFull: true)
    for event in events { try printer.print(event) }
    try printer.finish()
  }

  /// The events of a commit, or the one that made a version.
  private static func events(_ text: String, in store: Store) throws -> [Event] {
    if text == "head" { return try store.commit(store.head().revision).events }
    if text.wholeMatch(after: "") != nil {
      throw StoreError(.usage, "\(text.quoted) names no commit", hints: ["write r\(text)"])
    }
    if let digits = text.wholeMatch(after: "r"), let number = UInt64(digits) {
      return try store.commit(Revision(number)).events
    }
    let selector = try RecordSelector(text, literalID: nil, allowsVersion: true)
    guard let number = selector.version else {
      throw StoreError(
        .usage,
        "\(text.quoted) names no version",
        hints: ["write \(text)@1, or r1 for a commit", "annals log '\(text)' lists its versions"]
      )
    }
    return [try store.version(number, of: selector.type, selector.id).event]
  }
}
