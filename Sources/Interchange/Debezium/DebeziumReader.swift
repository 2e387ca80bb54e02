internal import Annals
internal import EventLog
internal import JSONText
internal import StoreErrors
internal import Records

/// Reads Debezium change events and makes commits of them.
struct DebeziumReader: ImportReader {
  /// How many bytes of the input a window takes at most, about.
  private static let windowBytes = 32 << 20

  private let options: DebeziumOptions
  private let run: ImportOptions
  private let documents: DocumentLines
  private var events: ChangeEvents
  private var builder: WindowBuilder
  /// What the lines of the open commit have in common; nil where it takes no more lines.
  private var sharedValue: String?
  /// A window that is complete.
  private var full: ImportWindow?
  private var windowStart = 0
  private var failure: (any Error)?
  private var isAtEnd = false

  init(_ lines: LineSource, _ options: DebeziumOptions, _ run: ImportOptions, types: TypeGuesses) {
    self.options = options
    self.run = run
    documents = DocumentLines(lines)
    events = ChangeEvents(options)
    builder = WindowBuilder(types: types)
  }

  mutating func next() throws -> ImportWindow? {
    if let failure { throw failure }
    if isAtEnd { return nil }
    while full == nil, !isAtEnd, failure == nil {
      do {
        isAtEnd = try !documents.next { try take($0) }
      } catch let error as StoreError {
        refuse(error.atLine(error.line ?? documents.firstLine))
      }
    }
    if isAtEnd { builder.closeCommit() }
    var window = try full ?? builder.takeWindow()
    full = nil
    window.lastLine = documents.lines.lineNumber
    window.bytesRead = documents.lines.bytesRead
    window.bytesTotal = documents.lines.bytesTotal
    return window
  }

  /// Ends the import behind the last complete commit, or passes over the line.
  private mutating func refuse(_ error: StoreError) {
    if run.keepsGoing, error.code == .badData || error.code == .usage {
      pass(error)
    } else {
      builder.dropCommit()
      failure = error
    }
  }

  private mutating func pass(_ error: StoreError) {
    let text = String(decoding: documents.beginning, as: UTF8.self)
    builder.report(ImportReport(line: documents.firstLine, error: error, text: text))
  }

  private mutating func take(_ document: JSONNode?) throws {
    guard let document, let envelope = try ChangeEnvelope(document) else { return }
    let event: ChangeEvents.Event
    switch try events.event(of: envelope) {
    case .change(let found): event = found
    case .nothing(let reason): return pass(StoreError(.badData, reason))
    }
    guard let type = place(of: event) else {
      return pass(
        StoreError(.notFound, "\(event.type)/\(event.id) does not live, so it was not deleted")
      )
    }
    let time = try envelope.instant()
    // First, so that a window is complete before this line's values teach anything new of its types.
    try beginCommit(envelope)
    let operation = try operation(for: event, ofType: type)
    builder.add(operation, ofType: type, line: documents.lines.lineNumber)
    builder.note(time)
  }

  /// The place of an event's type; nil where something is to be deleted of a type that nobody defined.
  private mutating func place(of event: ChangeEvents.Event) -> Int? {
    if case .row = event.content { return builder.types.placeOrNew(event.type) }
    return builder.types.place(of: event.type)
  }

  private mutating func operation(for event: ChangeEvents.Event, ofType type: Int) throws
    -> RecordOperation
  {
    switch event.content {
    case .row(let row):
      let (values, isPartial) = try builder.types[type].take(row)
      return isPartial
        ? .put(type: event.type, id: event.id, values)
        : .replace(type: event.type, id: event.id, values)
    case .delete: return .delete(type: event.type, id: event.id)
    case .truncate: return .deleteWhere(type: event.type, nil)
    }
  }

  /// Begins a commit, unless the line belongs to the open one.
  private mutating func beginCommit(_ envelope: ChangeEnvelope) throws {
    if let shared = options.commitBy?.find(in: envelope.root) {
      if let sharedValue, shared.isString(sharedValue) { return }
      let value = shared.plainText
      if let value, let sharedValue, value.utf8.elementsEqual(sharedValue.utf8) { return }
      sharedValue = value
    } else {
      sharedValue = nil
    }
    builder.closeCommit()
    if builder.count >= run.eventsPerFlush || documents.byteCount - windowStart >= Self.windowBytes
    {
      full = try builder.takeWindow()
      windowStart = documents.byteCount
    }
    builder.begin(
      PendingCommit(
        actor: events.actor(of: envelope) ?? run.actor,
        reason: events.reason(of: envelope) ?? run.reason,
        place: UInt64(documents.lines.lineNumber)
      )
    )
  }
}
