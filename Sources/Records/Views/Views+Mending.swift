internal import StoreErrors

extension Views {
  /// Runs some work upon the views, again where they had to be mended.
  ///
  /// Views that turn out damaged are made anew, once; those that others took the place of are left.
  package func mending<R>(_ work: () throws -> R) throws -> R {
    var hasRebuilt = false
    while true {
      let before = generation
      do { return try work() } catch  where Self.isMendable(error) {
        if generation != before { continue }
        guard (error as? StoreError)?.code == .damaged, !hasRebuilt else { throw error }
        // If it is the log that is damaged, this fails with the same error.
        try remakeFromSnapshot()
        hasRebuilt = true
      }
    }
  }

  /// Whether an error may be the views' alone: that they are damaged, or were closed because others took their
  /// place.
  package static func isMendable(_ error: any Error) -> Bool {
    guard let code = (error as? StoreError)?.code else { return false }
    return code == .damaged || code == .closed
  }
}
