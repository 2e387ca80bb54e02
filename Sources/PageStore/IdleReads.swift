/// Read transactions that are not in use but keep their memory and reader slot: beginning one anew
/// costs no allocation and no search of the reader table.
///
/// They see no snapshot and so hold no pages back.
final class IdleReads: Sendable {
  private static let most = 32

  private let idle = Monitor<[TransactionCore]>([])

  /// One to renew, if there is any.
  func take() -> TransactionCore? { idle.withLock { $0.popLast() } }

  /// Keeps one that was reset, or ends it if there are enough.
  func keep(_ read: TransactionCore) {
    let isKept = idle.withLock { idle in
      if idle.count >= Self.most { return false }
      idle.append(read)
      return true
    }
    if !isKept { read.handle.abort() }
  }

  /// Ends all, which frees their reader slots.
  func end() {
    while let read = take() { read.handle.abort() }
  }
}
