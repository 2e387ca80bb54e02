package import EventLog
internal import StoreErrors

/// A commit of another log, to be appended exactly as it was there.
package struct RestoredCommit: Sendable {
  /// What is appended.
  package var draft: CommitDraft
  /// The line that each event comes from, for messages.
  package var lines: [Int]
  /// Its number in the other log.
  package var revision: Revision
  /// Its time in the other log.
  package var time: Instant
  /// The digest of the other log up to it.
  package var chain: LogDigest

  package init(
    draft: CommitDraft,
    lines: [Int],
    revision: Revision,
    time: Instant,
    chain: LogDigest
  ) {
    self.draft = draft
    self.lines = lines
    self.revision = revision
    self.time = time
    self.chain = chain
  }
}

/// Follows restored commits and refuses what does not follow upon the state that those before it left.
struct RestoreCheck {
  /// The state that the commits so far lead to.
  private(set) var state: HeadState
  private var catalog: Catalog
  private var records: [RecordKey: (before: RecordState, after: RecordState)] = [:]
  private(set) var head: LogHead
  private let load: (RecordKey) throws -> RecordState?

  /// - Parameters:
  ///   - state: what there is.
  ///   - head: the log's head, which the state is of.
  ///   - load: finds a record in the views.
  init(
    upon state: consuming HeadState,
    _ head: LogHead,
    load: @escaping (RecordKey) throws -> RecordState?
  ) {
    catalog = state.catalog
    self.head = head
    self.state = state
    self.load = load
  }

  /// Takes in the next commit.
  ///
  /// - Throws: `StoreError` (`badData`) with the line at fault; then the state is as it was.
  mutating func take(_ commit: RestoredCommit) throws {
    records = [:]
    catalog = state.catalog
    for (ordinal, event) in commit.draft.events.enumerated() {
      let position = EventPosition(commit.revision, UInt32(ordinal))
      do { try take(event, at: position, time: commit.time) } catch let error as StoreError {
        let line = ordinal < commit.lines.count ? commit.lines[ordinal] : 0
        throw StoreError(.badData, error.message, field: error.field).atLine(line)
      }
    }
    let header = try commit.draft.header(after: head)
    guard header.revision == commit.revision, header.time == commit.time,
      header.chain == commit.chain
    else {
      throw StoreError(
        .badData,
        "\(commit.revision) is not as it was exported: its digest differs",
        hints: ["export it again: the file was changed or cut off"]
      ).atLine(commit.lines.first ?? 0)
    }
    head = header.asHead
    if commit.draft.events.contains(where: { $0.kind == .definition }) { state.set(catalog) }
    try state.set(records)
  }

  private mutating func take(_ event: EventDraft, at position: EventPosition, time: Instant) throws
  {
    guard let stored = try StoredEvent(event.bytes.span) else {
      guard let definition = try TypeDefinition(event.bytes.span) else {
        throw StoreError(.badData, "this is neither a record's event nor a type's")
      }
      return try catalog.add(definition, at: position)
    }
    let key = RecordKey(stored.type, stored.id)
    let before =
      try records[key]?.after ?? state.records.state(of: key) ?? load(key) ?? RecordState()
    let definition = try catalog.definition(of: stored.type, version: stored.definitionVersion)
    for change in stored.changes {
      guard let index = definition.index(ofNumber: change.field) else {
        throw StoreError(.badData, "\(definition.name) has no field number \(change.field)")
      }
      let field = definition.fields[index]
      guard try before.value(of: field.number)?.widened(to: field.kind) == change.old else {
        throw StoreError(
          .badData,
          "\(definition.name)/\(stored.id) did not hold that old value of \(field.name)",
          field: field.name.text
        )
      }
    }
    var after = before
    try after.apply(event.bytes.span, at: position, time: time)
    records[key] = (records[key]?.before ?? before, after)
  }
}
