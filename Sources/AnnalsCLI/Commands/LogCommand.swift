import Annals
import EventLog
import Records
import StoreErrors

/// The command `annals log [TYPE[/ID]]`.
enum LogCommand {
  private static let count = Option.value(
    "max-count",
    short: "n",
    "N",
    "at most so many events, or commits with --stat; -5 says it too",
    isBareNumber: true
  )
  private static let skip = Option.value("skip", "N", "pass over so many of these first")
  private static let since = Option.value(
    "since",
    "POINT",
    "not before; a date means its beginning"
  )
  private static let until = Option.value("until", "POINT", "not after; a date means its end")
  private static let actor = Option.value(
    "actor",
    "NAME",
    "only what this actor did, or one of several",
    isRepeatable: true
  )
  private static let grep = Option.value(
    "grep",
    "RE",
    "only with a reason that matches, or that one of several does",
    isRepeatable: true
  )
  private static let ignoreCase = Option.flag(
    "ignore-case",
    short: "i",
    "let --grep take capitals and small letters for the same"
  )
  private static let field = Option.value(
    "field",
    "FIELD",
    "only what changed this field, or one of several",
    isRepeatable: true
  )
  private static let op = Option.value("op", "OP", "only create, update, delete or define")
  private static let pickaxe = Option.value(
    "pickaxe",
    short: "S",
    "VALUE",
    "only where VALUE came into a field or went out of it"
  )
  private static let patch = Option.flag("patch", short: "p", "old and new of every field")
  private static let statistics = Option.flag("stat", "count what each commit did")
  private static let reverse = Option.flag("reverse", "oldest first")

  static let command = Command(
    name: "log",
    abstract: "print events, newest first: who changed what, when and why",
    discussion: """
      On a terminal it reads as git's log does; elsewhere each event is a line of revision, time, actor, \
      operation, record, changes and reason, with tabs between. With --csv the changes are JSON.
      Filters pass over what does not fit and never stop early. --grep takes regular expressions as RE2 \
      reads them: Perl's, without back references and looking around. --field finds a field under each name \
      that it ever had. -S finds the events after which a field holds VALUE more or less often than before: of text and JSON it may be \
      a part, of other kinds it is all. With --field it looks only there.
      --follow begins with the last 10 events, or -n, or all --since, oldest first, and then prints each new \
      one as it is committed, by whatever process; see annals help tail.
      """,
    arguments: [LogOptions.subject],
    options: [
      .id, count, skip, since, until, actor, grep, ignoreCase, field, op, pickaxe, patch,
      LogOptions.oneLine, statistics, reverse, .follow, LogOptions.position,
    ],
    examples: [
      Example("log person/ann", "one record's history"),
      Example("log --since yesterday --actor bo --oneline", "what bo did lately"),
      Example("log person --field age -S 41", "when somebody became 41, or was no longer"),
      Example("log --grep 'correct(ion|ed)' -i --stat", "what was corrected, in numbers"),
      Example("log -n 20 --jsonl", "the last events, for a program"),
    ],
    access: .reads,
    isPaged: true,
    run: run
  )

  private static func run(_ invocation: Invocation, _ context: Context) throws {
    try check(invocation)
    let window = EventWindow(
      skip: try invocation.number(skip) ?? 0,
      limit: try invocation.number(count),
      countsCommits: invocation.has(statistics)
    )
    let store = try context.storeForReading()
    defer { store.close() }
    let follows = invocation.has(.follow)
    let filter = try filter(invocation, in: store, mayCome: follows)
    let revisions = try context.revisions(
      since: invocation[since],
      until: invocation[until],
      upTo: try store.resolve(context.point(invocation, in: store)).revision,
      in: store
    )
    var sink: any EventSink =
      invocation.has(statistics)
      ? CommitCountsPrinter(context, isOneLine: invocation.has(LogOptions.oneLine))
      : EventPrinter(
        context,
        store,
        isOneLine: invocation.has(LogOptions.oneLine),
        isFull: invocation.has(patch)
      )
    guard follows else {
      let isReversed = invocation.has(reverse)
      let isEmpty = try print(filter, revisions, window, isReversed: isReversed, store, &sink)
      try sink.finish()
      if isEmpty { try context.output.say("no event fits") }
      return
    }
    var follower = try Follower(store, filter, context, positionAt: invocation[LogOptions.position])
    // All since a point is asked for as a whole.
    let first =
      try invocation.number(count) ?? (invocation.has(since) ? Int.max : Follower.firstEvents)
    try follower.run(from: .last(first, revisions), into: &sink)
  }

  /// Refuses options that contradict each other.
  private static func check(_ invocation: Invocation) throws {
    if invocation.has(patch), invocation.has(statistics) {
      throw ParserError.exclusive(patch, statistics)
    }
    if invocation.has(.follow) {
      for option in [until, .at, skip] where invocation.has(option) {
        throw ParserError.exclusive(.follow, option)
      }
    } else if invocation.has(LogOptions.position) {
      throw ParserError.needs(LogOptions.position, .follow)
    }
    if invocation.has(ignoreCase), !invocation.has(grep) {
      throw ParserError.needs(ignoreCase, grep)
    }
  }

  private static func filter(
    _ invocation: Invocation,
    in store: Store,
    mayCome: Bool
  ) throws -> EventFilter {
    var filter = EventFilter()
    filter.operation = try invocation[op].map(readOp)
    filter.actors = Set(invocation.all(actor).map { ExactString($0) })
    filter.reasons = try invocation.all(grep).map {
      try ReasonPattern($0, ignoresCase: invocation.has(ignoreCase))
    }
    filter.pickaxe = try invocation[pickaxe].map { try Pickaxe($0) }
    filter.subject = try LogOptions.subject(invocation, in: store, mayCome: mayCome)
    if invocation.has(field) {
      let definitions = try store.definitions().filter {
        filter.subject == nil || filter.subject?.type == $0.name
      }
      filter.fields = try NamedFields(invocation.all(field), among: definitions)
    }
    return filter
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

  /// Prints the events that fit.
  ///
  /// - Returns: whether there is none.
  private static func print(
    _ filter: EventFilter,
    _ revisions: RevisionSpan,
    _ window: EventWindow,
    isReversed: Bool,
    _ store: Store,
    _ sink: inout any EventSink
  ) throws -> Bool {
    var window = window
    // The newest so many are wanted even where the oldest of them is to come first.
    let mustCollect = isReversed && window.isBounded
    var collected: [Event] = []
    try store.events(matching: filter, in: revisions, newestFirst: !isReversed || mustCollect) {
      event in
      switch window.place(event) {
      case .before: return true
      case .behind: return false
      case .inside:
        if mustCollect { collected.append(event) } else { try sink.print(event) }
        return true
      }
    }
    for event in collected.reversed() { try sink.print(event) }
    return window.isUntouched
  }
}
