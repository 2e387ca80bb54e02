/// What opening a store does where a Swift type asks for exactly what its stored type was once, before a later program
/// gave it other rules or views.
///
/// The program is taken for an earlier one then: it must not undo unnoticed what came after it. Programs are told by the
/// actor that they change types as, `Options.schemaActor`. What somebody altered with the `annals` command is another
/// matter: it stays, and the program is opened, unless these are `.restored`.
public enum EarlierTypes: Sendable, Hashable {
  /// It is refused (`newerTypes`).
  case refused
  /// What is stored stays: its rules hold for the program's writes too, and its views serve its fetches.
  case kept
  /// The type becomes again what it was, in the commit that brings the types up to date, and so does what was altered
  /// with the `annals` command.
  case restored
}
