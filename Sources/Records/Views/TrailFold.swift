internal import ByteCoding
internal import EventLog
internal import PageStore
internal import StoreErrors

/// Folds one record's events onto its trail; used for one record after the other, so that its memory is made once.
struct TrailFold {
  /// The state so far.
  private(set) var state = RecordState()
  /// What the record changes in the summary of its type's records, once it is finished.
  private(set) var change = ListSummary()
  /// The steps of the trail that was there, newest first.
  private var earlier: [UInt8] = []
  private var earlierCount = 0
  /// The steps since, oldest first, and where each ends.
  private var steps: ByteWriter? = ByteWriter()
  private var ends: [Int] = []
  private var stored = ByteWriter()
  private var trail = ByteWriter()

  /// Takes up what the views have of a record.
  ///
  /// - Parameter key: its key in the table `records`.
  mutating func begin(
    _ key: Span<UInt8>,
    in views: ViewStore,
    _ transaction: borrowing WriteTransaction
  ) throws {
    forgetSteps()
    state = RecordState()
    change = ListSummary()
    try transaction.withChecked(of: views.tables.records, key) { bytes in
      change.remove(ListSummary.digest(of: try Trail.state(in: bytes), under: key))
      let known = try Trail(bytes)
      state = known.state
      if state.isAlive { change.count -= 1 }
      earlierCount = known.remaining
      earlier.append(contentsOf: known.stepBytes)
    }
  }

  private mutating func forgetSteps() {
    earlier.removeAll(keepingCapacity: true)
    earlierCount = 0
    steps?.bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  /// Takes in the record's next event.
  mutating func apply(
    _ head: StoredEvent.Head,
    _ event: Span<UInt8>,
    at position: EventPosition,
    time: Instant
  ) throws(StoreError) {
    try state.apply(head, event, at: position, time: time, wayBack: &steps)
    ends.append(steps?.count ?? 0)
  }

  /// Whether the trail must be sealed.
  var isFull: Bool {
    let bytes = earlier.count + (ends.last ?? 0)
    return earlierCount + ends.count >= Trail.maximumSteps
      || bytes > max(Trail.maximumBytes, state.fields.count)
  }

  /// Keeps the trail for good, and begins the next.
  mutating func seal(
    _ key: Span<UInt8>,
    of type: UInt32,
    in views: ViewStore,
    _ transaction: inout WriteTransaction
  ) throws {
    writeTrail()
    try views.sealed.put(
      ViewKeys.history(key, state.position).span,
      trail.bytes.span,
      of: type,
      in: &transaction
    )
    forgetSteps()
  }

  /// Writes the record as it is now.
  mutating func finish(
    _ key: Span<UInt8>,
    in views: ViewStore,
    _ transaction: inout WriteTransaction
  ) throws {
    writeTrail()
    change.add(ListSummary.digest(of: stored.bytes.span, under: key))
    if state.isAlive { change.count += 1 }
    try transaction.putChecked(views.tables.records, key, &trail)
  }

  private mutating func writeTrail() {
    stored.bytes.removeAll(keepingCapacity: true)
    trail.bytes.removeAll(keepingCapacity: true)
    state.append(to: &stored)
    trail.appendCounted(stored.bytes)
    trail.appendVarint(UInt64(earlierCount + ends.count))
    if let steps {
      for index in ends.indices.reversed() {
        let start = index == 0 ? 0 : ends[index - 1]
        trail.append(steps.bytes.span.extracting(start..<ends[index]))
      }
    }
    trail.append(earlier)
  }
}
