import EventLog
import Records

/// What one commit did, counted.
struct CommitCounts {
  /// What happened to one record or type, and the fields that it happened to.
  struct Line {
    let op: Event.Op
    let name: String
    let fields: [String]
  }

  /// The commit.
  let commit: CommitHeader
  /// Its events, as far as they were asked for.
  private(set) var lines: [Line] = []

  init(_ commit: CommitHeader) { self.commit = commit }

  mutating func add(_ event: Event) {
    let type = event.definition.name
    let name = event.op == .define ? "\(type)" : "\(type)/\(event.id)"
    lines.append(
      Line(
        op: event.op,
        name: "\(name)@\(event.version)",
        fields: event.changes.map(\.field.name.text)
      )
    )
  }

  /// How many events are of a kind.
  func count(_ op: Event.Op) -> Int { lines.count { $0.op == op } }

  /// How many fields they changed together.
  var fieldCount: Int { lines.reduce(0) { $0 + $1.fields.count } }

  /// How many of each kind there are, in words.
  var summary: String {
    let words: [(Event.Op, String)] = [
      (.define, "defined"), (.create, "created"), (.update, "updated"), (.delete, "deleted"),
    ]
    let counts = words.compactMap { op, word in
      count(op) == 0 ? nil : "\(count(op)) \(word)"
    }
    return counts.joined(separator: ", ")
      + (fieldCount == 0 ? "" : "; \(fieldCount.counted("field"))")
  }
}
