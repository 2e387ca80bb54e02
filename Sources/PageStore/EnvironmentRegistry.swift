internal import StoreErrors

/// The environments that are open in this process, by the identity of their files.
final class EnvironmentRegistry: Sendable {
  static let shared = EnvironmentRegistry()

  private struct Use {
    let environment: Environment
    var count: Int
    var isClosing: Bool { count == 0 }
  }

  private let uses = Monitor<[FileIdentity: Use]>([:])

  /// Returns the open environment, with one use more, or opens it.
  func open(
    _ directory: String,
    _ options: Environment.Options
  ) throws(StoreError) -> Environment {
    try uses.withLock(until: .now + options.growthDeadline) {
      (uses: inout [FileIdentity: Use]) throws(StoreError) -> Bool in
      // One that is being closed must be gone before it can be opened anew.
      guard let identity = try? Files.identity(at: directory + "/data.mdb") else { return true }
      return uses[identity]?.isClosing != true
    } then: { (uses: inout [FileIdentity: Use], isReady: Bool) throws(StoreError) -> Environment in
      guard isReady else {
        throw StoreError(
          .busy,
          "'\(directory)' is being closed, but a transaction of this process still runs in it.",
          hints: ["Let it end, then try again."]
        )
      }
      if let identity = try? Files.identity(at: directory + "/data.mdb"), var use = uses[identity] {
        try use.environment.checkOffers(options)
        use.count += 1
        uses[identity] = use
        return use.environment
      }
      let environment = Environment(try OpenedEnvironment(at: directory, options))
      uses[environment.identity] = Use(environment: environment, count: 1)
      return environment
    }
  }

  /// Takes one use back, and closes after the last.
  func close(_ environment: Environment) {
    let isLast = uses.withLock { uses in
      guard var use = uses[environment.identity], use.environment === environment, use.count > 0
      else { return false }
      use.count -= 1
      uses[environment.identity] = use
      return use.isClosing
    }
    guard isLast else { return }
    environment.putJournalAway()
    if environment.gate.close(within: environment.options.growthDeadline) == .emptied {
      giveBack(environment)
    }
  }

  /// Runs something while nobody in this process has the environment of a folder open, nor can open it.
  ///
  /// - Throws: `busy` where somebody has; what `body` throws.
  func whileClosed<R>(
    _ directory: String,
    _ body: () throws(StoreError) -> R
  ) throws(StoreError) -> R {
    try uses.withLock { (uses: inout [FileIdentity: Use]) throws(StoreError) -> R in
      if let identity = try? Files.identity(at: directory + "/data.mdb"), uses[identity] != nil {
        throw CompactedFile.inUse(directory)
      }
      return try body()
    }
  }

  /// Closes for good once nobody is inside.
  ///
  /// Held under the lock, so that no open comes between.
  func giveBack(_ environment: Environment) {
    uses.withLock { uses in
      environment.idleReads.end()
      environment.journal?.forget()
      EnvironmentOpening.closing(environment.path) { environment.handle.close() }
      uses[environment.identity] = nil
    }
  }
}

extension Environment {
  /// Refuses a second open that asks for more than this one offers.
  fileprivate func checkOffers(_ wanted: Options) throws(StoreError) {
    let lacking: String
    if self.options.isReadOnly, !wanted.isReadOnly {
      lacking = "for reading only"
    } else if !self.options.isReadOnly, !wanted.isReadOnly, !self.options.isSynced, wanted.isSynced
    {
      lacking = "without syncing"
    } else if !hasTables(wanted.tables) {
      lacking = "with other tables"
    } else {
      return
    }
    throw StoreError(
      .misuse,
      "'\(path)' is open in this process \(lacking).",
      hints: ["Close it first, or open it with all that is needed."]
    )
  }
}
