/// Something that is measured of every engine that can do it.
public struct Measure: Sendable, Hashable {
  /// The name in tables and in the JSON file.
  public var name: String
  /// The unit of its values.
  public var unit: String
  /// Whether a greater value is better.
  public var isGreaterBetter: Bool
  /// What is done, for people.
  public var meaning: String

  /// Makes a measure.
  public init(name: String, unit: String, isGreaterBetter: Bool, meaning: String) {
    self.name = name
    self.unit = unit
    self.isGreaterBetter = isGreaterBetter
    self.meaning = meaning
  }

  static func commits(of size: Int) -> Measure {
    Measure(
      name: "commit-\(size)",
      unit: "events/s",
      isGreaterBetter: true,
      meaning: "durable commits of \(Text.grouped(size)), then a first page of both views"
    )
  }
  static let commitTail = Measure(
    name: "commit-1-p99",
    unit: "µs",
    isGreaterBetter: false,
    meaning: "one durable commit of 1 event, 99th percentile"
  )
  static func writers(_ threads: Int) -> Measure {
    Measure(
      name: "writers-\(threads)",
      unit: "events/s",
      isGreaterBetter: true,
      meaning: "durable commits of 1 by \(threads) threads at once"
    )
  }
  static func tasks(_ tasks: Int) -> Measure {
    Measure(
      name: "tasks-\(tasks)",
      unit: "commits/s",
      isGreaterBetter: true,
      meaning: "durable commits of 1 by calls with await, "
        + (tasks == 1 ? "one task" : "\(tasks) tasks at once")
    )
  }
  static func diskFlushes(_ size: Int) -> Measure {
    Measure(
      name: "disk-flushes-\(size)",
      unit: "flushes/commit",
      isGreaterBetter: false,
      meaning: "how often the disk was told to make all lasting, by anybody on the machine"
    )
  }
  static func diskWritten(_ size: Int) -> Measure {
    Measure(
      name: "disk-written-\(size)",
      unit: "kB/commit",
      isGreaterBetter: false,
      meaning: "what the disk was given to write, by anybody on the machine"
    )
  }
  static let mixed = Measure(
    name: "mixed",
    unit: "writes/s",
    isGreaterBetter: true,
    meaning: "durable commits of 1, each followed by the owner's page"
  )
  static let page = Measure(
    name: "page",
    unit: "µs",
    isGreaterBetter: false,
    meaning: "page of 50 by owner sorted by age, decoded, median"
  )
  static let pageTail = Measure(
    name: "page-p99",
    unit: "µs",
    isGreaterBetter: false,
    meaning: "the same, 99th percentile"
  )
  static let firstPage = Measure(
    name: "page-first",
    unit: "µs",
    isGreaterBetter: false,
    meaning: "the same, of each owner the first since the store was opened, median"
  )
  static let firstStructPage = Measure(
    name: "page-structs-first",
    unit: "µs",
    isGreaterBetter: false,
    meaning: "the same as Swift structs, of each owner the first since the store was opened, median"
  )
  static let structPage = Measure(
    name: "page-structs",
    unit: "µs",
    isGreaterBetter: false,
    meaning: "the same page as Swift structs, median"
  )
  static let structPageTail = Measure(
    name: "page-structs-p99",
    unit: "µs",
    isGreaterBetter: false,
    meaning: "the same, 99th percentile"
  )
  static let get = Measure(
    name: "get",
    unit: "µs",
    isGreaterBetter: false,
    meaning: "one person by id, decoded, median"
  )
  static let getTail = Measure(
    name: "get-p99",
    unit: "µs",
    isGreaterBetter: false,
    meaning: "the same, 99th percentile"
  )
  static let pageAtInRun = Measure(
    name: "page-at-run",
    unit: "µs",
    isGreaterBetter: false,
    meaning: "page of 50 by owner as of a commit drawn at random, median"
  )
  static let recordAtInRun = Measure(
    name: "record-at-run",
    unit: "µs",
    isGreaterBetter: false,
    meaning: "one person by id as of a commit drawn at random, median"
  )
  static let openAfterRun = Measure(
    name: "open-run",
    unit: "ms",
    isGreaterBetter: false,
    meaning: "whole child process: start, open, first page of 50, end"
  )
  static let openInsideAfterRun = Measure(
    name: "open-run-inside",
    unit: "ms",
    isGreaterBetter: false,
    meaning: "within that process: open and first page only"
  )
  static let diskAfterRun = Measure(
    name: "disk-run",
    unit: "bytes/event",
    isGreaterBetter: false,
    meaning: "closed store on disk, all events of the run"
  )
  static let written = Measure(
    name: "written",
    unit: "bytes/event",
    isGreaterBetter: false,
    meaning: "handed to the kernel to be written during commits of 10,000"
  )
  static let processor = Measure(
    name: "cpu-10000",
    unit: "µs/event",
    isGreaterBetter: false,
    meaning: "processor time of commits of 10,000 and the first page of both views"
  )
  static let memoryOfRun = Measure(
    name: "memory-run",
    unit: "MB",
    isGreaterBetter: false,
    meaning: "peak resident memory without mapped files, the workload's own included"
  )
  static let residentOfRun = Measure(
    name: "resident-run",
    unit: "MB",
    isGreaterBetter: false,
    meaning: "peak resident memory with mapped files"
  )
}
