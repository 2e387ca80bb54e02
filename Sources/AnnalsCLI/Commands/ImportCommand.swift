import Annals
import Interchange
import StoreErrors
import Records

/// The command `annals import --format F FILE|-`.
enum ImportCommand {
  private static let source = Argument(
    "FILE|-",
    "the history: a file, - for standard input, or for git the repository's folder"
  )
  private static let format = Option.value(
    "format",
    "debezium|git|jsonl",
    "what the history is written as"
  )
  private static let type = Option.value(
    "type",
    "NAME",
    "the type of all records; for git file without it (debezium, git)"
  )
  private static let idField = Option.value("id", "FIELD", "the field that is the id (debezium)")
  private static let actorFrom = Option.value(
    "actor-from",
    "PATH",
    "where a line says who: source.user (debezium)"
  )
  private static let reasonFrom = Option.value(
    "reason-from",
    "PATH",
    "where a line says why (debezium)"
  )
  private static let commitBy = Option.value(
    "commit-by",
    "PATH",
    "adjacent lines with one value there become one commit (debezium)"
  )
  private static let branch = Option.value(
    "branch",
    "NAME",
    "the branch, tag or commit; HEAD without it (git)"
  )
  private static let report = Option.value(
    "report",
    "FILE",
    "write what was passed over to a file, line by line"
  )
  private static let keepGoing = Option.flag(
    "keep-going",
    "report bad lines and pass over them instead of stopping"
  )
  private static let resume = Option.flag("resume", "go on where an import of this source stopped")

  static let command = Command(
    name: "import",
    abstract: "take in a history from elsewhere, with its own times",
    discussion: """
      debezium: JSON Lines of change envelopes, with or without schema and payload; .zst files are expanded. \
      Types and fields that are not defined are inferred and printed; their kinds widen when later values \
      need it, and no value is altered to fit.
      git: the first-parent history of a branch. Each file is a record, its path the id; the author is the \
      actor, the committer's time the time, the subject the reason. --resume takes in what came since.
      jsonl: what `annals export --format jsonl` wrote, into an empty store.
      A commit's time is the source's, raised to the last commit's where it runs backwards. A bad line stops \
      the import with its number; the commits before it stay, and --resume goes on behind them.
      """,
    arguments: [source],
    options: [
      format, type, idField, actorFrom, reasonFrom, commitBy, branch, report, keepGoing, resume,
    ],
    examples: [
      Example("import --format debezium --id id changes.jsonl", "change events, one commit a line"),
      Example("import --format git .", "the files of this repository, and who changed them"),
      Example("import --format debezium - -n", "see what standard input would bring"),
    ],
    access: .writes,
    run: run
  )

  private enum Format: String, CaseIterable { case debezium, git, jsonl }

  private static func run(_ invocation: Invocation, _ context: Context) throws {
    let format = try readFormat(invocation)
    guard invocation[.time] == nil else {
      throw StoreError(.usage, "an import takes its times from the source, not from --time")
    }
    let store = try context.storeForWriting()
    defer { store.close() }
    let bar = ProgressBar("importing", context.output)
    let options = try options(invocation, context, bar)
    defer { bar.finish() }
    let path = try invocation.required(source)
    let summary =
      switch format {
      case .debezium:
        try DebeziumImport.run(
          from: LineSource(path: path),
          into: store,
          stream(invocation),
          options
        )
      case .git: try GitImport.run(repository: path, into: store, repository(invocation), options)
      case .jsonl: try JSONLinesImport.run(from: LineSource(path: path), into: store, options)
      }
    bar.finish()
    try print(summary, isDryRun: options.isDryRun, context.output)
  }

  private static func readFormat(_ invocation: Invocation) throws -> Format {
    let name = try invocation.required(format)
    guard let format = Format(rawValue: name) else {
      throw FormatError.unknown(name, among: Format.allCases.map(\.rawValue))
    }
    let foreign: [Option] =
      switch format {
      case .debezium: [branch]
      case .git: [idField, actorFrom, reasonFrom, commitBy]
      case .jsonl: [type, idField, actorFrom, reasonFrom, commitBy, branch]
      }
    if let option = foreign.first(where: invocation.has) {
      throw StoreError(.usage, "\(name) has no use for \(option.dashed)")
    }
    return format
  }

  private static func options(
    _ invocation: Invocation,
    _ context: Context,
    _ bar: ProgressBar
  ) throws -> ImportOptions {
    var options = ImportOptions(actor: context.actor)
    options.reason = invocation[.reason]
    options.isResuming = invocation.has(resume)
    options.keepsGoing = invocation.has(keepGoing)
    options.isDryRun = invocation.has(.dryRun)
    options.progress = { bar.update(done: $0, total: $1) }
    Interruption.watch()
    options.shouldStop = { Interruption.hasCome }
    let file = try invocation[report].map { try ReportFile(path: $0) }
    let output = context.output
    options.report = { report in
      try file?.add(report)
      bar.finish()
      try output.say("line \(report.line): \(report.error.message)")
    }
    return options
  }

  private static func repository(_ invocation: Invocation) -> GitOptions {
    var repository = GitOptions()
    if let name = invocation[branch] { repository.branch = name }
    if let name = invocation[type] { repository.type = name }
    return repository
  }

  private static func stream(_ invocation: Invocation) throws -> DebeziumOptions {
    var stream = DebeziumOptions()
    stream.type = invocation[type]
    stream.idField = invocation[idField]
    stream.actorFrom = try invocation[actorFrom].map { try JSONPath($0) }
    stream.reasonFrom = try invocation[reasonFrom].map { try JSONPath($0) }
    stream.commitBy = try invocation[commitBy].map { try JSONPath($0) }
    return stream
  }

  private static func print(
    _ summary: ImportSummary,
    isDryRun: Bool,
    _ output: Output
  ) throws {
    let seconds = summary.duration / .seconds(1)
    if output.form.isJSON {
      return try Facts.print(
        [
          Fact("commits", summary.commits), Fact("events", summary.events),
          Fact("skipped", summary.skipped), Fact("lastLine", summary.lastLine),
          Fact("inferred", .array(summary.inferred.map(JSON.text)), ""),
          Fact("seconds", .value(.double(seconds)), ""), Fact("dryRun", .bool(isDryRun), ""),
        ],
        output
      )
    }
    for line in summary.inferred { try output.say("inferred: \(line)") }
    if summary.skipped > 0 { try output.say("passed over \(summary.skipped.counted("line"))") }
    let counts = "\(summary.events.counted("event")) in \(summary.commits.counted("commit"))"
    guard !isDryRun else { return try output.print("would import \(counts)\n") }
    let rate = seconds > 0 ? ", \(UInt64(Double(summary.events) / seconds)) events/s" : ""
    try output.say("imported \(counts) in \(Facts.rounded(seconds)) s\(rate)")
  }
}

/// The error of a format that is not there.
enum FormatError {
  static func unknown(_ name: String, among formats: [String]) -> StoreError {
    let near = Suggestion.closest(to: name, among: formats)
    return StoreError(
      .usage,
      "no format is called \(name.quoted)",
      hints: (near.map { ["did you mean \($0)?"] } ?? [])
        + ["the formats are \(formats.joined(separator: ", "))"]
    )
  }
}
