/// The library's hints in words of the command: the library does not know who uses it.
enum CommandHints {
  /// What the tool says in the place of a hint.
  static func words(for hint: String) -> String { table[hint] ?? hint }

  /// The library's hints that a command follows from.
  static let table = [
    "make one there, or name another folder": "make one: annals init",
    "say who makes it": "say who: --actor NAME",
    "say why": "say why: --reason TEXT",
    "say more of why": "say more of why: --reason TEXT",
    "the type's definition has the rule": "annals type show has the rule",
    "look at its definition again, then repeat the change":
      "look at it again, annals type show NAME, then repeat the change",
    "change the type back by altering it": "change the type back: annals type alter NAME …",
    "a rehearsal lists them; change them first, or alter the type otherwise":
      "--dry-run lists them; change them first, or alter the type otherwise",
    "import it into a new store": "import it into a new store: annals init DIR",
    "or resume, where it was this log that was interrupted":
      "or, where it was this log that was interrupted: --resume",
    "make one by an export as JSON Lines": "make one: annals export --format jsonl",
    "see how it is defined": "see `annals type show`",
    "define it first: there are no types yet": "define it: annals type define NAME FIELD:KIND …",
    "update it, or create it only if it is absent": "update it, or create with --if-absent",
    "its history tells what came later": "annals log TYPE/ID shows what came later",
    "repeat the same type, condition, order and view, or begin with the first page":
      "repeat the same type, --where, --sort and --view, or begin with the first page",
    "restore a backup, or export what comes before it":
      "restore a backup; `annals export` writes what comes before it",
    "restore a backup, or export what can still be read":
      "restore a backup, or export what can be read with `annals export --format jsonl`",
  ]
}
