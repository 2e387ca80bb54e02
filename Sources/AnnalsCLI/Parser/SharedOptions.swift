/// The options that many commands share.
extension Option {
  static let store = value(
    "store",
    short: "s",
    "DIR",
    "the store; else ANNALS_STORE, else the nearest .annals upward from here"
  )
  static let actor = value(
    "actor",
    "NAME",
    "who acts, kept on every commit; else ANNALS_ACTOR, else the login name"
  )
  static let timeZone = value(
    "tz",
    "ZONE",
    "zone in which times are read and shown: Europe/Oslo, UTC, +02:00"
  )
  static let json = flag("json", "print one JSON document")
  static let jsonLines = flag("jsonl", "print one JSON object a line")
  static let csv = flag("csv", "print CSV with a header row")
  static let plain = flag("plain", "print tab-separated text, one record a line")
  static let quiet = flag("quiet", short: "q", "say nothing but the data and errors")
  static let verbose = flag("verbose", short: "v", "say more about what was done")
  static let noColor = flag("no-color", "never colour the output; NO_COLOR does the same")
  static let noPager = flag("no-pager", "never show the output through a pager")
  static let help = flag("help", short: "h", "show help")
  static let version = flag("version", "print the version")

  /// What every command takes.
  static let everywhere = [
    store, actor, timeZone, json, jsonLines, csv, plain, quiet, verbose, noColor, noPager, help,
    version,
  ]

  static let at = value(
    "at",
    "POINT",
    "read as of then: r42, 2024-03-01, '2 hours ago', an RFC 3339 instant, head"
  )

  /// What reading commands take besides.
  static let reading = [at]

  static let reason = value("reason", short: "m", "TEXT", "why, kept on the commit")
  static let dryRun = flag("dry-run", short: "n", "say what would happen and change nothing")
  static let time = value(
    "time",
    "TIME",
    "when it happened, for history that is older than its record; raised to the last commit's where it is earlier"
  )

  /// What writing commands take besides.
  static let writing = [reason, time, dryRun]

  /// What may stand before the command's name.
  static let leading = everywhere + reading + writing

  // What several commands have, though not all.

  static let id = value("id", "ID", "the id, taken literally; the argument is then only TYPE")
  static let unset = value(
    "unset",
    "FIELD",
    "leave the field out, which is not the same as null",
    isRepeatable: true
  )
  static let ifVersion = value(
    "if-version",
    "N",
    "only if the record is at this version, else exit 3"
  )
  static let follow = flag(
    "follow",
    short: "f",
    "print new events as they are committed, until Ctrl-C"
  )
  static let yes = flag("yes", short: "y", "do not ask on a terminal")
  static let force = flag("force", "undo later changes of the same fields, too")
  static let skipConflicts = flag(
    "skip-conflicts",
    "leave what later events changed as it is, and put back the rest"
  )
  static let condition = value(
    "where",
    "EXPR",
    "only these: \"owner = 'ann' and (age >= 18 or name like 'A%')\""
  )
}
