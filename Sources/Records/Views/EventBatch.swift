internal import ByteCoding
internal import EventLog
internal import OrderedBytes
internal import StoreErrors

/// A run of commits on its way into the views: events copied into one piece of memory, to be taken record by record.
struct EventBatch {
  /// Where an event came from.
  private struct Item {
    /// Where its bytes end.
    let end: Int
    let commit: Int
    let ordinal: UInt32
  }

  private var bytes: [UInt8] = []
  private var items: [Item] = []
  private var commits: [(revision: Revision, time: Instant)] = []
  /// The record of each event: a key of the table `records`.
  private(set) var keys = FlatKeys()
  /// The definitions among the events.
  private(set) var definitions: [(definition: TypeDefinition, position: EventPosition)] = []
  /// The last commit taken in.
  private(set) var last: CommitHeader?
  /// How many events were taken in.
  private(set) var eventCount = 0

  /// A batch is full when it holds so many bytes.
  static let maximumBytes = 32 << 20

  /// Reads the events after a revision, commit by commit, until the batch is full.
  ///
  /// A commit that defines a type is a batch of its own: before it the earlier definitions hold, after it the new
  /// ones.
  init(of log: any EventLog, after applied: Revision, to head: Revision, maximumEvents: Int) throws
  {
    let border = try log.definitions(after: applied).first?.revision
    var end = head
    if let border, border <= head {
      end = border == applied.next ? border : Revision(border.rawValue - 1)
    }
    try log.scan(applied.next...end) { header, position, event in
      if position.ordinal == 0, eventCount >= maximumEvents || bytes.count >= Self.maximumBytes {
        return false
      }
      try take(header, position, event)
      return true
    }
    guard last != nil else { throw ByteReader.damaged("the log ends before its head \(head)") }
  }

  private mutating func take(
    _ header: CommitHeader,
    _ position: EventPosition,
    _ event: Span<UInt8>
  ) throws {
    eventCount += 1
    if position.ordinal == 0 || last == nil {
      last = header
      commits.append((header.revision, header.time))
    }
    guard let head = try StoredEvent.Head(event) else {
      guard let definition = try TypeDefinition(event) else { return }
      return definitions.append((definition, position))
    }
    bytes.append(contentsOf: event)
    items.append(Item(end: bytes.count, commit: commits.count - 1, ordinal: position.ordinal))
    keys.append { key in
      key.append(head.type)
      key.append(raw: event.extracting(head.idBytes))
    }
  }

  /// The bytes of an event.
  @_lifetime(borrow self)
  func event(_ index: Int) -> Span<UInt8> {
    let start = index == 0 ? 0 : items[index - 1].end
    return bytes.span.extracting(start..<items[index].end)
  }

  /// Where an event stands.
  func position(of index: Int) -> EventPosition {
    EventPosition(commits[items[index].commit].revision, items[index].ordinal)
  }

  /// When an event happened.
  func time(of index: Int) -> Instant { commits[items[index].commit].time }
}
