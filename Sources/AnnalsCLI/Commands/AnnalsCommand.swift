/// The tool itself: the command under which all others stand.
enum AnnalsCommand {
  static let command = Command(
    name: "annals",
    abstract: "keeps records and never forgets",
    discussion: """
      Every create, update and delete is an event in a log; everything you can ask for is rebuilt from it, \
      as it is now or as it was at any point. `annals help COMMAND` explains a command.
      """,
    examples: [
      Example("init", "make a store in this folder"),
      Example("type define person name:text! age:int --view by-age=age", "say what a person is"),
      Example("create person/ann name=Ann age=41", "keep one"),
      Example("list person --sort age --at yesterday", "see them as they were"),
      Example("log person/ann", "see who changed what, when and why"),
    ],
    subcommands: [
      InitCommand.command, TypeCommand.command,
      CreateCommand.command, UpdateCommand.command, PutCommand.command, DeleteCommand.command,
      EditCommand.command, BatchCommand.command,
      UndeleteCommand.command, RestoreCommand.command, RevertCommand.command,
      GetCommand.command, ListCommand.command, CountCommand.command, ExplainCommand.command,
      LogCommand.command, TailCommand.command, ShowCommand.command, DiffCommand.command,
      BlameCommand.command, WhyCommand.command,
      ReplayCommand.command,
      ImportCommand.command, ExportCommand.command,
      SnapshotCommand.command, RebuildCommand.command, VerifyCommand.command, StatsCommand.command,
      DoctorCommand.command, BackupCommand.command, CompactCommand.command,
      CompletionCommand.command, CompletionCommand.complete, HelpCommand.command,
    ]
  )

  /// The help of the command that some words lead to.
  static func help(of path: [String]) -> String {
    // The parser has followed the same words.
    let found = path.reduce(command) { $0.subcommand($1) ?? $0 }
    return HelpPage(path: path, command: found).text
  }
}
