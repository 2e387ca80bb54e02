/// What some work made the process ask of the system.
public struct Counts: Sendable, Hashable, Codable {
  /// Blocks of memory asked for; nil where nobody counts them.
  public var allocations: Int?
  /// The bytes of these blocks.
  public var allocatedBytes: Int?
  /// Calls that returned once bytes were lasting.
  public var syncs: Int?
  /// Calls that handed bytes to the kernel; nil where the kernel does not count them, as for what follows.
  public var writeCalls: Int?
  /// The bytes that they handed over.
  public var bytesWritten: Int?
  /// Pages of memory that were not there yet.
  public var pageFaults: Int?

  /// Counts during some work of an engine, of all its threads and processes.
  ///
  /// Memory and calls that wait are counted by a library that a server does not load: of an engine that has one they
  /// are not known.
  static func of(_ engine: any Engine, _ work: () throws -> Void) rethrows -> Counts {
    let counter = engine is any ServedEngine ? nil : CallCounter()
    let processes = EngineProcesses(of: engine)
    // The counter that asking the kernel would disturb is read closest to the work.
    var counts = Counts(
      writeCalls: processes.writeCalls,
      bytesWritten: processes.bytesWritten,
      pageFaults: processes.pageFaults
    )
    counts.syncs = counter?.syncs
    counts.allocatedBytes = counter?.allocatedBytes
    counts.allocations = counter?.allocations
    try work()
    counts.allocations = counter?.allocations - counts.allocations
    counts.allocatedBytes = counter?.allocatedBytes - counts.allocatedBytes
    counts.syncs = counter?.syncs - counts.syncs
    counts.pageFaults = processes.pageFaults - counts.pageFaults
    counts.bytesWritten = processes.bytesWritten - counts.bytesWritten
    counts.writeCalls = processes.writeCalls - counts.writeCalls
    return counts
  }
}

extension Int? {
  /// Nil where one of both is not known.
  fileprivate static func - (more: Int?, less: Int?) -> Int? {
    more.flatMap { more in less.map { more - $0 } }
  }
}
