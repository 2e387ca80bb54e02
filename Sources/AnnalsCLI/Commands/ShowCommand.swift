import Annals
import EventLog
import PageStore
import Records

/// The commands `annals show rN` and `annals show TYPE/ID@N`.
enum ShowCommand {
  private static let subject = Argument("rN|TYPE/ID@N", "a commit, or one version of a record")

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
    var printer = try EventPrinter(context, isFull: true)
    if let digits = text.wholeMatch(after: "r"), let number = UInt64(digits) {
      for event in try store.commit(Revision(number)).events { try printer.print(event) }
      return try printer.finish()
    }
    let selector = try RecordSelector(text, literalID: nil, allowsVersion: true)
    guard let number = selector.version else {
      throw StoreError(
        .usage,
        "\(text.quoted) names no version",
        hints: ["write \(text)@1, or r1 for a commit", "annals log '\(text)' lists its versions"]
      )
    }
    _ = try store.type(selector.type)
    try printer.print(store.version(number, of: selector.type, selector.id).event)
    try printer.finish()
  }
}
