/// The commands `annals type define …`, `annals type alter NAME …` and `annals type show [NAME]`.
enum TypeCommand {
  static let command = Command(
    name: "type",
    abstract: "say what kinds of records there are",
    subcommands: [TypeDefineCommand.command, TypeAlterCommand.command, TypeShowCommand.command]
  )
}
