/// What can stand in a word of a command line, told from what help calls the word.
///
/// So whatever is declared is completed, too: an argument `TYPE/ID` by records, an option's `bash|zsh|fish` by these
/// three.
enum Completion: Hashable, Sendable {
  case words([String])
  case commands
  case types
  case records
  /// A record with a version, and so on.
  case versions
  case typesOrRecords
  case ids
  case fields
  /// Fields to sort by: `age,-name`.
  case order
  case views
  /// `FIELD=VALUE`.
  case assignments
  case points
  case files
  case folders
  case nothing

  private static let known: [String: Completion] = [
    "COMMAND": .commands,
    "TYPE": .types,
    "TYPE/ID": .records, "TYPE/ID[@N]": .versions, "TYPE/ID@N": .versions,
    "rN|TYPE/ID@N": .versions,
    "TYPE[/ID]": .typesOrRecords, "ID": .ids,
    "FIELD": .fields, "FIELDS": .order, "FIELD=VALUE": .assignments, "V": .views,
    "A": .points, "B": .points, "POINT": .points,
    "OP": .words(["create", "update", "delete", "define"]),
    "FILE": .files, "FILE|-": .files, "DIR": .folders, "DEST": .folders,
  ]

  /// - Parameter placeholder: what stands for the word in help.
  init(_ placeholder: String) {
    if let known = Self.known[placeholder] {
      self = known
    } else if !placeholder.isEmpty, placeholder.allSatisfy({ $0.isLowercase || $0 == "|" }) {
      // In small letters it is what may stand there itself.
      self = .words(placeholder.split(separator: "|").map(String.init))
    } else {
      self = .nothing
    }
  }

  /// What completes an argument: a type's name among others where the argument is called NAME by a command that
  /// describes types.
  init(_ argument: Argument, of path: [String]) {
    self = argument.name == "NAME" && path.first == "type" ? .types : Completion(argument.name)
  }
}
