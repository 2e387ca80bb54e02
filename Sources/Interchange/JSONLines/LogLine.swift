internal import EventLog
internal import JSONText
internal import StoreErrors
internal import Records

/// What the first line of an exported commit says of it.
struct CommitLine {
  let revision: Revision
  let time: Instant
  let chain: LogDigest
  /// The commit without its events.
  let draft: CommitDraft

  /// Reads the line.
  ///
  /// - Throws: `StoreError` (`badData`) with the member at fault.
  init(_ line: JSONNode) throws(StoreError) {
    revision = Revision(try line.number64("revision"))
    time = try line.instant("time")
    guard let chain = LogDigest(hexadecimal: try line.text("chain")) else {
      throw StoreError(.badData, "chain must be 32 hexadecimal digits", field: "chain")
    }
    self.chain = chain
    let clock = line.member("clock") == nil ? time : try line.instant("clock")
    let isImported = line.member("imported")?.bool == true
    draft = CommitDraft(
      actor: try line.text("actor"),
      reason: line.member("reason")?.string,
      time: isImported ? .source(clock) : .live(clock),
      key: try line.idempotencyKey(),
      bookmark: try line.bookmark(),
      events: []
    )
  }

  /// Refuses a line of the same revision that says something else of the commit.
  func check(_ line: JSONNode) throws(StoreError) {
    guard try line.instant("time") == time, line.member("actor")?.isString(draft.actor) == true
    else {
      throw StoreError(.badData, "\(revision) has two times or actors", field: "time")
    }
  }
}

extension JSONNode {
  fileprivate func instant(_ name: String) throws(StoreError) -> Instant {
    guard let instant = Instant(try text(name)) else {
      throw StoreError(.badData, "\(name) must be an RFC 3339 time", field: name)
    }
    return instant
  }

  fileprivate func idempotencyKey() throws(StoreError) -> IdempotencyKey? {
    guard let key = member("key") else { return nil }
    return IdempotencyKey(name: try key.text("name"), content: try key.fingerprint("content"))
  }

  fileprivate func bookmark() throws(StoreError) -> Bookmark? {
    guard let bookmark = member("bookmark") else { return nil }
    return Bookmark(
      source: try bookmark.fingerprint("source"),
      place: try bookmark.fingerprint("place")
    )
  }

  private func fingerprint(_ name: String) throws(StoreError) -> UInt64 {
    guard let number = UInt64(try text(name)) else {
      throw StoreError(.badData, "\(name) must be a number in quotes", field: name)
    }
    return number
  }
}

extension StoredEvent {
  /// Reads what a line says happened to a record.
  ///
  /// - Throws: `StoreError` (`badData`) with the member or field at fault.
  init(_ line: JSONNode, under definition: TypeDefinition) throws(StoreError) {
    let op: Op
    switch try line.text("op") {
    case "create": op = .create
    case "update": op = .update
    case "delete": op = .delete
    default: throw StoreError(.badData, "op must be create, update, delete or define", field: "op")
    }
    var changes: [Change] = []
    if let members = line.member("changes")?.members {
      for member in members {
        let name = ExactString(member.key)
        guard let field = definition.field(name) else {
          throw StoreError(
            .badData,
            "\(definition.name) has no field \(name)",
            field: name.text
          )
        }
        let old = try member.value.value("old", as: field.kind)
        let new = try member.value.value("new", as: field.kind)
        changes.append(Change(field: field.number, old: old, new: new))
      }
    }
    changes.sort { $0.field < $1.field }
    self.init(
      op: op,
      type: definition.number,
      definitionVersion: definition.version,
      id: ExactString(try line.text("id")),
      version: try line.number64("version"),
      life: try line.number64("life"),
      changes: changes
    )
  }
}
