/// What the man page and the reference page say besides the commands.
enum Manual {
  /// A thing and what it means.
  typealias Entry = (term: String, meaning: String)

  static let purpose = """
    Annals keeps records of typed fields, in a store that is one folder, and every change of them: who made it, \
    when and why, the old and the new value of each field.
    """

  static let selectors: [Entry] = [
    (
      "TYPE/ID",
      "A record. Everything after the first slash is the id, so ids may hold slashes, blanks and any Unicode; --id ID "
        + "gives an id literally."
    ),
    ("TYPE/ID@N", "A version of a record: a final @ and digits."),
    ("FIELD=VALUE", "Sets a field from text, read by the field's kind."),
    ("FIELD:=JSON", "Sets a field from JSON; FIELD:=null is null, where FIELD=null is the text."),
    (
      "POINT",
      "A point in history: r42, head, now, today, yesterday, '2 hours ago', 2024-03-01 (the end of that day), "
        + "'2024-03-01 12:30', or an RFC 3339 instant. The revision that it means is printed as a message."
    ),
    (
      "EXPR",
      "A condition in SQL's words: owner = 'ann' and (age >= 18 or name like 'A%') and location is not null; also "
        + "in (…), between … and …, <>. Text stands in single quotes, doubled to escape."
    ),
  ]

  static let exitCodes: [Entry] = [
    ("0", "Done."),
    (
      "1",
      "The answer is no: not found, differences under --exit-code, something that doctor minds."
    ),
    ("2", "verify found something wrong."),
    ("3", "Conflict: the version, an id that is taken, a value that must be unique."),
    ("64", "The command line is not understood."),
    ("65", "The input data are bad; the message names line and field."),
    ("66", "There is no store."),
    ("70", "A fault of Annals."),
    ("73", "Output cannot be created."),
    ("74", "Input or output failed, a disk is full, or something is damaged."),
    ("75", "The store is busy; try again."),
    ("77", "Not permitted, or read-only."),
    ("130, 141, 143", "Ended by Ctrl-C, by a reader that went away, or by a request to terminate."),
  ]

  static let environment: [Entry] = [
    ("ANNALS_STORE", "The store, where --store does not name one."),
    ("ANNALS_ACTOR", "Who acts, where --actor does not say; else it is the login name."),
    (
      "ANNALS_PAGER, PAGER",
      "What shows long output on a terminal; less without them, with LESS=FRX where that is not set."
    ),
    ("NO_COLOR", "No colours, where it is not empty."),
    ("TZ", "The zone in which times are read and shown, where --tz does not name one."),
  ]

  /// The commands that run something, in the order of help.
  static var commands: [(path: [String], command: Command)] {
    AnnalsCommand.command.leaves().filter { !$0.command.isHidden }
  }

  /// The options that commands share, with those that have them.
  static let sharedOptions: [(title: String, options: [Option])] = [
    ("Every command", Option.everywhere),
    ("Commands that read records and history, besides", Option.reading),
    ("Commands that write, besides", Option.writing),
  ]
}
