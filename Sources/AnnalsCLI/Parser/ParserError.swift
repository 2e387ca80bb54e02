/// What was wrong with a command line, as facts; `sentence` puts them into words.
enum ParserError: Error, Hashable {
  case unknownCommand(String, under: [String], near: String?)
  case missingSubcommand(of: [String], choices: [String])
  case unknownOption(String, of: [String], near: String?)
  case missingValue(Option)
  case superfluousValue(Option, String)
  case foreignOption(Option, of: [String])
  case missingArgument(Argument, of: [String])
  case superfluousArgument(String, of: [String])
  case missingOption(Option, of: [String])
  case exclusive(Option, Option)
  case needs(Option, Option)
  case notANumber(Option, String)
}
