internal import EventLog
internal import JSONText
internal import Records

// Writes events as lines of JSON. Beyond what `annals log --jsonl` shows, the first line of a commit has what makes
// the commit the same, byte for byte, in another store: `clock` and `imported`, `key`, `bookmark`, and `chain`.

extension JSONWriter {
  /// Writes one event and ends the line.
  mutating func appendLine(_ event: Event) {
    let commit = event.commit
    beginObject()
    key("revision")
    integer(commit.revision.rawValue)
    key("time")
    string(commit.time.text())
    key("actor")
    string(commit.actor)
    key("reason")
    if let reason = commit.reason { string(reason) } else { null() }
    if event.position.ordinal == 0 { appendRest(of: commit) }
    key("op")
    string(event.op.rawValue)
    key("type")
    string(event.definition.name.text)
    if event.op == .define {
      key("definition")
      append(event.definition)
    } else {
      appendRecord(event)
    }
    endObject()
    endLine()
  }

  private mutating func appendRest(of commit: CommitHeader) {
    if commit.clock != commit.time {
      key("clock")
      string(commit.clock.text())
    }
    if commit.isImported {
      key("imported")
      bool(true)
    }
    // 64-bit fingerprints are text: many readers round such numbers.
    if let idempotency = commit.key {
      key("key")
      beginObject()
      key("name")
      string(idempotency.name)
      key("content")
      string(String(idempotency.content))
      endObject()
    }
    if let bookmark = commit.bookmark {
      key("bookmark")
      beginObject()
      key("source")
      string(String(bookmark.source))
      key("place")
      string(String(bookmark.place))
      endObject()
    }
    key("chain")
    string(commit.chain.hexadecimal)
  }

  private mutating func appendRecord(_ event: Event) {
    key("id")
    string(event.id.text)
    key("version")
    integer(event.version)
    key("life")
    integer(event.life)
    key("changes")
    beginObject()
    for change in event.changes {
      key(change.field.name.text)
      beginObject()
      append(change.old, as: "old")
      append(change.new, as: "new")
      endObject()
    }
    endObject()
  }

  /// Writes a member, unless the value is missing.
  mutating func append(_ value: Value?, as name: String) {
    guard let value else { return }
    key(name)
    append(value)
  }
}
