import Annals
import EventLog
import StoreErrors
import Records

/// The command `annals diff A [B] [TYPE[/ID]]`.
enum DiffCommand {
  private static let from = Argument("A", "a point in history; A..B names both")
  private static let to = Argument(
    "B",
    "the point to compare it with; else --at, or the head",
    .optional
  )
  private static let subject = Argument(
    "TYPE[/ID]",
    "only records of this type, or this record",
    .optional
  )
  private static let statistics = Option.flag("stat", "only count, by type and by field")
  private static let exitCode = Option.flag("exit-code", "exit 1 where anything differs")

  static let command = Command(
    name: "diff",
    abstract: "print what differs between two points: records, field by field",
    discussion: """
      A record was created, changed or deleted on the way from A to B, whatever it was in between; with A \
      after B, the way is back. A date means its end. Of one word after A, a point is B and anything else \
      TYPE[/ID]. Fields are shown as the later point defines them.
      With --where it tells what became of a list: a record entered it, left it, or changed within it.
      The versions are those that `annals get TYPE/ID@N` shows. Where the record does not live it has none: \
      null in --json and --csv, \\N in --plain.
      """,
    arguments: [from, to, subject],
    options: [.id, .condition, statistics, exitCode],
    examples: [
      Example("diff yesterday", "what is different since the end of yesterday"),
      Example("diff r40 r42 person/ann", "what two commits made of one record"),
      Example("diff 2001-11-30..2001-12-31 person --stat", "how many changed in December"),
      Example("diff r40 person --where \"owner = 'ann'\"", "who came to ann, and who left her"),
    ],
    access: .reads,
    isPaged: true,
    run: run
  )

  private static func run(_ invocation: Invocation, _ context: Context) throws {
    let words = try read(invocation, context)
    let named = try words.subject.map { try RecordSelector.read($0, literalID: invocation[.id]) }
    let store = try context.storeForReading()
    defer { store.close() }
    let from = try store.resolve(words.from)
    let last = try invocation[.at].map { try context.points.point($0) } ?? .head
    let to = try store.resolve(words.to ?? last)
    try context.output.say("from \(context.zone.text(from)) to \(context.zone.text(to))")
    let type = try named.map { named in
      let later = Point.revision(max(from.revision, to.revision))
      do { return try context.type(named.type.text, at: later, in: store) } catch let error
        as StoreError where error.code == .usage
      {
        throw words.unknownType(error)
      }
    }
    try sayTypes(from, to, only: type?.name, in: store, context)
    let diff = try find(invocation, from, to, type, named?.id, in: store)
    if invocation.has(statistics) {
      try DiffCounts(diff).print(context.output)
    } else {
      try DiffPrinter(context).print(diff)
    }
    if invocation.has(exitCode), !diff.lines.isEmpty { throw NegativeAnswer() }
  }

  /// The words, checked against the options that say the same or need them.
  private static func read(_ invocation: Invocation, _ context: Context) throws -> DiffWords {
    let words = try DiffWords(
      invocation.required(from),
      [to, subject].compactMap { invocation[$0] },
      context.points
    )
    if let word = words.superfluous.first {
      throw ParserError.superfluousArgument(word, of: invocation.path)
    }
    if words.to != nil, invocation.has(.at) {
      throw StoreError(
        .usage,
        "the second point is named twice",
        hints: ["leave out B or --at"]
      )
    }
    if words.subject == nil {
      if invocation.has(.id) { throw ParserError.missingArgument(subject, of: invocation.path) }
      if invocation.has(.condition) {
        throw StoreError(
          .usage,
          "--where needs a type, whose fields it names",
          hints: ["annals diff A B TYPE --where EXPR"]
        )
      }
    }
    return words
  }

  /// Says which types are defined otherwise at the two points: records that differ may do so for that reason.
  private static func sayTypes(
    _ from: ResolvedPoint,
    _ to: ResolvedPoint,
    only name: ExactString?,
    in store: Store,
    _ context: Context
  ) throws {
    let before = try store.types(at: .revision(from.revision))
    for type in try store.types(at: .revision(to.revision)) where name == nil || name == type.name {
      let old = before.first { $0.number == type.number }
      guard let old, old.version != type.version else { continue }
      try context.output.say(
        "the type \(type.name) differs as well: \(old.version) → \(type.version); "
          + "see annals log \(type.name) --op define"
      )
    }
  }

  private static func find(
    _ invocation: Invocation,
    _ from: ResolvedPoint,
    _ to: ResolvedPoint,
    _ type: TypeDefinition?,
    _ id: ExactString?,
    in store: Store
  ) throws -> Diff {
    // The revisions stay what they are, though the head may go on.
    let old = Point.revision(from.revision), new = Point.revision(to.revision)
    guard let type else {
      return Diff(from: from, to: to, try store.differences(from: old, to: new))
    }
    if let text = invocation[.condition] {
      let condition = try Condition(parsing: text, for: type)
      let places = try store.listDifferences(
        from: old,
        to: new,
        type: type.name,
        id: id,
        where: condition
      )
      return Diff(from: from, to: to, places)
    }
    guard let id else {
      return Diff(from: from, to: to, try store.differences(from: old, to: new, type: type.name))
    }
    let record = try store.difference(of: type.name, id, from: old, to: new)
    return Diff(from: from, to: to, record.map { [$0] } ?? [])
  }
}
