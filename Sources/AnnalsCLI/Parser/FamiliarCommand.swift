/// Commands that people know from git and the shell, and what does their work here.
enum FamiliarCommand {
  /// What to type instead; nil for a word that nobody is known to bring along.
  static func hint(for word: String) -> String? { table[word] }

  private static let table = [
    "add": "annals create TYPE/ID FIELD=VALUE… makes a record",
    "commit": "every command that writes is a commit; annals batch makes one of many changes",
    "checkout": "annals restore TYPE/ID --from POINT puts back; --at POINT only looks",
    "history": "annals log TYPE/ID",
    "ls": "annals list TYPE; annals type show names the types",
    "reset": "history stays: annals revert rN undoes a commit, annals restore a record",
    "rm": "annals delete TYPE/ID",
    "set": "annals update TYPE/ID FIELD=VALUE…",
    "status": "annals stats tells what there is, annals doctor what needs attention",
  ]
}
