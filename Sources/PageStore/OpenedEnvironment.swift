internal import CLMDB
internal import StoreErrors
internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A freshly opened LMDB environment, checked, with its tables, before anyone can use it.
struct OpenedEnvironment {
  let path: String
  let options: Environment.Options
  let number: UInt64
  let handle: EnvironmentHandle
  let identity: FileIdentity
  let isUnlocked: Bool
  let freedReaders: Int
  let tables: [String: Table]

  private static let lastNumber = Atomic<UInt64>(0)

  /// Opens, checks and completes; what fails leaves nothing open.
  init(at directory: String, _ options: Environment.Options) throws(StoreError) {
    StandardDescriptors.occupy()
    let isNew = try EnvironmentOpening.prepare(directory, options)
    if options.isJournaled { try JournalRecovery.run(in: directory, options) }
    let number = Self.lastNumber.add(1, ordering: .relaxed).newValue
    let (handle, isUnlocked) = try EnvironmentOpening.open(directory, options)
    do {
      try EnvironmentOpening.checkLength(handle, directory)
      let tables = try EnvironmentOpening.openTables(handle, directory, options)
      self.tables = Dictionary(
        tables.map { ($0, Table(name: $0, number: $1, environment: number)) },
        uniquingKeysWith: { $1 }
      )
      (identity, freedReaders) = try EnvironmentOpening.settle(
        handle,
        directory,
        isNew: isNew,
        isUnlocked: isUnlocked
      )
    } catch {
      EnvironmentOpening.closing(directory) { handle.close() }
      throw error
    }
    path = directory
    self.options = options
    self.number = number
    self.handle = handle
    self.isUnlocked = isUnlocked
  }
}
