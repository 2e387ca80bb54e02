internal import Annals
internal import EventLog
internal import JSONText
internal import StoreErrors
internal import Records

/// The commits that are appended with one flush.
struct RestoreWindow: Sendable {
  var commits: [RestoredCommit] = []
  var lastLine = 0
  var bytesRead: UInt64 = 0
  var bytesTotal: UInt64?
}

/// Reads an exported log and makes commits of it.
struct LogReader: ImportReader {
  private static let windowBytes = 32 << 20

  /// The last commit that the file says it has.
  let head: Revision
  private let lines: LineSource
  private let eventsPerFlush: Int
  private let parser = JSONParser()
  private var definitions: [ExactString: TypeDefinition] = [:]
  private var open: (line: CommitLine, commit: RestoredCommit)?
  private var last: Revision
  private var window = RestoreWindow()
  /// A window that is complete.
  private var full: RestoreWindow?
  private var eventCount = 0
  private var byteCount = 0
  private var failure: (any Error)?
  private var isAtEnd = false

  /// Reads the first line, and passes over the commits that a store has.
  ///
  /// - Throws: `StoreError`: `badData` where this is no exported log; `conflict` where the store has another.
  init(_ lines: LineSource, upon store: Store, eventsPerFlush: Int) throws {
    self.lines = lines
    self.eventsPerFlush = eventsPerFlush
    let known = try store.head()
    last = known.revision
    for type in try store.types() { definitions[type.name] = type }
    head = try Self.readHead(of: lines, parser)
    if known.revision > .zero { try passOver(known) }
  }

  private static func readHead(of lines: LineSource, _ parser: JSONParser) throws -> Revision {
    let head: Revision? =
      try lines.next { line in
        guard let node = try? parser.parse(line),
          node.member("format")?.isString(JSONLinesExport.format) == true
        else { return nil }
        return Revision(try node.number64("head"))
      } ?? nil
    guard let head else {
      throw StoreError(
        .badData,
        "this is no exported log: the first line must say \"format\":\"\(JSONLinesExport.format)\"",
        hints: ["make one by an export as JSON Lines"]
      ).atLine(1)
    }
    return head
  }

  /// Finds the commit that is the store's head, and passes over it and those before it.
  private mutating func passOver(_ known: LogHead) throws {
    var isFound = false
    while let (revision, chain) = try peek(), revision <= known.revision {
      if revision == known.revision, let chain { isFound = chain == known.chain }
      _ = try lines.skip(1)
    }
    guard isFound else { throw Self.foreign(known) }
  }

  /// The revision of the next line, and its chain if it has one; nil at the end.
  private func peek() throws -> (Revision, LogDigest?)? {
    let line = try lines.peek(limit: LineSource.lineLimit)
    guard !line.isEmpty else { return nil }
    let node = try parse(line.span)
    let chain = node.member("chain")?.string.flatMap { LogDigest(hexadecimal: $0) }
    return (Revision(try node.number64("revision")), chain)
  }

  private static func foreign(_ known: LogHead) -> StoreError {
    StoreError(
      .conflict,
      "the store has \(known.revision), which is not in this export",
      hints: ["import it into a new store"]
    )
  }

  private func parse(_ line: Span<UInt8>) throws -> JSONNode {
    do { return try parser.parse(line) } catch {
      throw StoreError(.badData, "this is not JSON: \(error)")
    }
  }

  mutating func next() throws -> RestoreWindow? {
    if let failure { throw failure }
    if isAtEnd { return nil }
    while full == nil, !isAtEnd, failure == nil {
      do {
        isAtEnd = try lines.next { try take($0) } == nil
        if isAtEnd { try finish() }
      } catch let error as StoreError {
        failure = error.atLine(error.line ?? lines.lineNumber)
      }
    }
    var result = full ?? takeWindow()
    full = nil
    result.lastLine = lines.lineNumber
    result.bytesRead = lines.bytesRead
    result.bytesTotal = lines.bytesTotal
    return result
  }

  private mutating func take(_ line: Span<UInt8>) throws {
    guard !line.isEmpty else { return }
    let node = try parse(line)
    let revision = Revision(try node.number64("revision"))
    if let open, open.line.revision == revision {
      try open.line.check(node)
    } else {
      closeCommit()
      if eventCount >= eventsPerFlush || byteCount >= Self.windowBytes { full = takeWindow() }
      try begin(node, revision)
    }
    let event = try event(node)
    open?.commit.draft.events.append(event)
    open?.commit.lines.append(lines.lineNumber)
    eventCount += 1
    byteCount += line.count
  }

  private mutating func begin(_ node: JSONNode, _ revision: Revision) throws {
    guard revision == last.next else {
      throw StoreError(.badData, "\(revision) does not follow \(last)", field: "revision")
    }
    let line = try CommitLine(node)
    open = (
      line,
      RestoredCommit(
        draft: line.draft,
        lines: [],
        revision: revision,
        time: line.time,
        chain: line.chain
      )
    )
    last = revision
  }

  private mutating func event(_ node: JSONNode) throws -> EventDraft {
    let type = ExactString(try node.text("type"))
    if node.member("op")?.isString("define") == true {
      guard let json = node.member("definition") else {
        throw StoreError(.badData, "there is no definition", field: "definition")
      }
      let definition = try TypeDefinition(json, name: type)
      definitions[type] = definition
      return EventDraft(.definition, definition.bytes)
    }
    guard let definition = definitions[type] else {
      throw StoreError(.badData, "the type \(type) is not defined yet", field: "type")
    }
    return EventDraft(.record, try StoredEvent(node, under: definition).bytes)
  }

  private mutating func closeCommit() {
    if let open { window.commits.append(open.commit) }
    open = nil
  }

  private mutating func takeWindow() -> RestoreWindow {
    defer {
      window = RestoreWindow()
      eventCount = 0
      byteCount = 0
    }
    return window
  }

  private mutating func finish() throws {
    closeCommit()
    guard last >= head else {
      throw StoreError(
        .badData,
        "the export ends at \(last), before its head \(head)",
        hints: ["export it again; --resume goes on with the whole file"]
      )
    }
  }
}
