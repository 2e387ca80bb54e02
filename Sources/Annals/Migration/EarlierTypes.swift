/// What opening a store does where a Swift type asks for exactly what its stored type was once, before a later program,
/// or the `annals` command, gave it other rules or views.
///
/// The program is taken for an earlier one then: it must not undo unnoticed what came after it.
public enum EarlierTypes: Sendable, Hashable {
  /// It is refused (`newerTypes`).
  case refused
  /// What is stored stays: its rules hold for the program's writes too, and its views serve its fetches.
  case kept
  /// The type becomes again what it was, in the commit that brings the types up to date.
  case restored
}
