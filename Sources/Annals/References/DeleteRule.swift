/// What becomes of the records that refer to one which is deleted.
public enum DeleteRule: Sendable, Hashable {
  /// Their property becomes nil.
  case nullify
  /// They are deleted as well, and so on from them.
  case cascade
  /// The deletion is refused.
  case deny
}
