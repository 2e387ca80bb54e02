extension Measure {
  private static func less(_ name: String, _ unit: String, _ meaning: String) -> Measure {
    Measure(name: name, unit: unit, isGreaterBetter: false, meaning: meaning)
  }

  static let open = less("open", "ms", "whole child process: start, open, first page of 50, end")
  static let openInside = less(
    "open-inside",
    "ms",
    "within that process: open and first page only"
  )
  static let disk = less("disk", "bytes/event", "closed store on disk, all of its events")
  static let pageAt = less(
    "page-at",
    "ms",
    "an owner's page of 50 sorted by age at a random point, median; peer: at the head"
  )
  static let pageAtTail = less("page-at-p99", "ms", "the same, 99th percentile")
  static let pageAtHead = less("page-at-head", "ms", "the same page at the head, median")
  static let hotPageAt = less(
    "page-at-hot",
    "ms",
    "the same of an owner with a record rewritten in very many commits"
  )
  static let hotPageAtTail = less("page-at-hot-p99", "ms", "the same, 99th percentile")
  static let hotPageAtHead = less("page-at-hot-head", "ms", "the same page at the head, median")
  static let recordAt = less(
    "record-at",
    "µs",
    "a record with very many versions at a random point, decoded, median"
  )
  static let recordAtTail = less("record-at-p99", "µs", "the same, 99th percentile")
  static let replay = Measure(
    name: "replay",
    unit: "events/s",
    isGreaterBetter: true,
    meaning: "fold of the whole log into record states, from r1"
  )
  static let importing = Measure(
    name: "import",
    unit: "events/s",
    isGreaterBetter: true,
    meaning: "whole process of annals import: change events in Debezium's form, one a line"
  )
  static let snapshotReady = less(
    "snapshot-ready",
    "s",
    "views are gone: until a first page is there, from a snapshot before the last commits; peer: from r1"
  )
  static let difference = less(
    "diff",
    "ms",
    "what two points near the head, 100 commits apart, differ in, median"
  )
  static let differenceTail = less("diff-p99", "ms", "the same, 99th percentile")
  static let verify = less(
    "verify",
    "s",
    "log checked, and views compared with it at the head and at 4 points"
  )
  static let newViewReady = less(
    "new-view",
    "s",
    "a view is added to all records: until it serves"
  )
  static let newViewRead = less(
    "new-view-read",
    "ms",
    "an owner's page of another view while each read fills the new one a little further, median"
  )
  static let newViewReadTail = less("new-view-read-p99", "ms", "the same, 99th percentile")
  static let growth = less(
    "growth",
    "µs/event",
    "ten durable bulk commits and a first read of both views; peer: the short history"
  )
  static let growthProcessor = less("growth-cpu", "µs/event", "processor time of the same")
  static func disk(of part: String) -> Measure {
    less("disk-" + part, "bytes/event", "the part of it in \(part)/")
  }
  static func memory(of work: String) -> Measure {
    less("memory-" + work, "MB", "the same of \(work)")
  }
  static let memoryOfAll = less(
    "memory",
    "MB",
    "most memory without mapped files, the greatest of all that follow"
  )
}
