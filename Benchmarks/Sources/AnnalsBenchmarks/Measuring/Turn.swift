/// One turn of work for an engine.
public enum Turn: Sendable, Hashable, Codable {
  /// So many commits of `size` changes each, then a first page of each view.
  case commits(count: Int, size: Int)
  /// So many commits of one change each, by so many threads at once.
  case writers(count: Int, threads: Int)
  /// So many commits of one change, each by a call with `await`, by so many tasks at once.
  case tasks(count: Int, tasks: Int)
  /// So many commits of one change, each followed by the page of the owner whose person changed.
  case mixed(count: Int)
  /// So many pages of 50 of owners drawn at random.
  case pages(count: Int, seed: UInt64)
  /// The same as Swift structs.
  case structPages(count: Int, seed: UInt64)
  /// The store is closed and opened; then a page of 50 of each of so many owners, as rows or as Swift structs.
  case firstPages(count: Int, asStructs: Bool)
  /// So many people drawn at random, by id.
  case records(count: Int, seed: UInt64)
  /// So many pages of 50 of owners drawn at random, each as of a commit drawn at random.
  case pastPages(count: Int, seed: UInt64)
  /// So many people drawn at random, each as of a commit drawn at random.
  case pastRecords(count: Int, seed: UInt64)
  /// Not timed: some work, and what it asked of the system.
  case counted(CountedWork)
  /// Not measured: reads lists of many people and sums them up.
  case survey
  /// Not measured: reads lists as they were at the ends of the turns so far, and sums them up.
  case pastSurvey
  /// Not measured: closes the store, which ends the worker's use.
  case close
}

/// Work that is made up as a whole before it is done, so that nothing but the work is counted.
public enum CountedWork: Sendable, Hashable, Codable {
  /// So many commits of `size` changes each; larger ones than of one change are followed by a first page of each view.
  case commits(count: Int, size: Int)
  /// So many pages of 50 of owners drawn at random.
  case pages(count: Int)
  /// The same as Swift structs.
  case structPages(count: Int)
  /// So many people drawn at random, by id.
  case records(count: Int)
}

/// What came of a turn.
public struct TurnReport: Sendable, Hashable, Codable {
  /// How long it took; nil for turns that are not measured and for what the engine cannot do.
  public var timing: Timing?
  /// Of `counted`: what was asked of the system; nil for what the engine cannot do.
  public var counts: Counts?
  /// Of `survey` and `pastSurvey`: a sum over all that was read, equal for engines that answer alike.
  public var fingerprint: UInt64?
  /// Of `close`: what the closed store occupies.
  public var bytesOnDisk: Int?
  /// The most memory so far that is not backed by a file, the workload's own included; nil where a server has it.
  public var peakAnonymousBytes: Int?
  /// The most memory so far, mapped files included; nil where a server has it.
  public var peakResidentBytes: Int?
}
