import Annals
import EventLog
import StoreErrors
import Records

/// The command `annals log [TYPE[/ID]]`.
enum LogCommand {
  private static let subject = Argument(
    "TYPE[/ID]",
    "only events of this type, or of this record",
    .optional
  )
  private static let count = Option.value("max-count", short: "n", "N", "at most so many events")
  private static let since = Option.value(
    "since",
    "POINT",
    "not before; a date means its beginning"
  )
  private static let until = Option.value("until", "POINT", "not after; a date means its end")
  private static let actor = Option.value("actor", "NAME", "only what this actor did")
  private static let op = Option.value("op", "OP", "only create, update, delete or define")
  private static let reverse = Option.flag("reverse", "oldest first")
  private static let oneLine = Option.flag("oneline", "one line for each event")

  static let command = Command(
    name: "log",
    abstract: "print events, newest first: who changed what, when and why",
    discussion: """
      On a terminal it reads as git's log does; elsewhere each event is a line of revision, time, actor, \
      operation, record, changes and reason, with tabs between. With --csv the changes are JSON.
      Filters pass over what does not fit and never stop early.
      """,
    arguments: [subject],
    options: [.id, count, since, until, actor, op, reverse, oneLine],
    examples: [
      Example("log person/ann", "one record's history"),
      Example("log --since yesterday --actor bo --oneline", "what bo did lately"),
      Example("log -n 20 --jsonl", "the last events, for a program"),
    ],
    access: .reads,
    isPaged: true,
    run: run
  )

  private static func run(_ invocation: Invocation, _ context: Context) throws {
    let limit = try invocation.number(count)
    let operation = try invocation[op].map(readOp)
    let isReversed = invocation.has(reverse)
    let store = try context.storeForReading()
    defer { store.close() }
    if invocation.has(.id), !invocation.has(subject) {
      throw ParserError.missingArgument(subject, of: invocation.path)
    }
    let named = try invocation[subject].map {
      try RecordSelector.read($0, literalID: invocation[.id])
    }
    if let named { try requireKnown(named.type, named.id, in: store) }
    let range = try revisions(invocation, in: store, context)
    var printer = EventPrinter(context, isOneLine: invocation.has(oneLine))

    let isWanted = { (event: Event) in
      (named == nil || named?.type == event.definition.name)
        && (operation == nil || operation == event.op)
        && (invocation[actor].map { ExactString($0) == ExactString(event.commit.actor) } ?? true)
        && (range?.contains(event.commit.revision) ?? false)
    }
    // The newest so many are wanted even where the oldest of them is to come first.
    let mustCollect = isReversed && limit != nil
    var collected: [Event] = []
    var left = limit ?? Int.max
    let visit = { (event: Event) throws -> Bool in
      guard left > 0 else { return false }
      guard isWanted(event) else { return true }
      left -= 1
      if mustCollect { collected.append(event) } else { try printer.print(event) }
      return true
    }
    let isNewestFirst = !isReversed || mustCollect
    if let named, let id = named.id {
      try store.events(of: named.type, id, reversed: isNewestFirst, visit)
    } else if let range {
      try store.events(in: range, reversed: isNewestFirst, visit)
    }
    for event in collected.reversed() { try printer.print(event) }
    try printer.finish()
  }

  private static func readOp(_ text: String) throws -> Event.Op {
    if let op = Event.Op(rawValue: text) { return op }
    let near = Suggestion.closest(to: text, among: Event.Op.allCases.map(\.rawValue))
    throw StoreError(
      .usage,
      "no operation is called \(text.quoted)",
      hints: near.map { ["did you mean \($0)?"] } ?? ["they are create, update, delete and define"]
    )
  }

  /// Tells a name that never was from one without events that fit.
  private static func requireKnown(
    _ type: ExactString,
    _ id: ExactString?,
    in store: Store
  ) throws {
    _ = try store.type(type)
    guard let id, case .neverExisted = try store.lookup(type, id) else { return }
    throw StoreError(.notFound, "\(type)/\(id) never existed")
  }

  /// The revisions between `--since` and `--until` or `--at`; nil where there are none.
  private static func revisions(
    _ invocation: Invocation,
    in store: Store,
    _ context: Context
  ) throws -> ClosedRange<Revision>? {
    var last = try store.resolve(context.point(invocation, in: store)).revision
    if let text = invocation[until] {
      last = min(last, try store.resolve(context.points.point(text, edge: .end)).revision)
    }
    var first = Revision(1)
    if let text = invocation[since] {
      switch try context.points.point(text, edge: .start) {
      case .head: first = try store.head().revision
      case .revision(let revision): first = max(first, revision)
      case .instant(let instant):
        // Times never run backwards, so what is not before an instant comes after what is.
        guard let before = instant.previous else { break }
        first = try store.resolve(.instant(before)).revision.next
      }
    }
    return first <= last ? first...last : nil
  }
}

extension Instant {
  /// The moment one nanosecond earlier; nil before the first.
  fileprivate var previous: Instant? {
    nanoseconds > 0
      ? Instant(seconds: seconds, nanoseconds: nanoseconds - 1)
      : Instant(seconds: seconds - 1, nanoseconds: 999_999_999)
  }
}
