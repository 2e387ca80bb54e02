import JSONText

/// A commit as the source's own list of commits has it.
struct SourceCommit: Sendable {
  let author: String
  /// Seconds since 1970.
  let time: Int64
  /// The line of its first event; 0 for a commit that changed no record.
  let firstPlace: UInt64
  /// The line of the last event so far: that of the commit before where it changed no record itself.
  let lastPlace: UInt64

  private init(_ json: JSONValue) {
    author = json.text("author")
    time = Int64(json.whole("committer_ts"))
    firstPlace = json.whole("first_seq")
    lastPlace = json.whole("last_seq")
  }

  /// All commits of a history.
  static func all(of history: String) throws -> [SourceCommit] {
    try RealData.lines("\(history)/commits.jsonl").map(SourceCommit.init)
  }
}
