internal import ByteCoding
package import EventLog
package import StoreErrors

// The one fold: events to states, and back. Live reads, replay, rebuild, the past, import and export use it.

extension RecordState {
  /// Takes in the next event.
  ///
  /// - Throws: `damaged` where the event does not follow upon this state, which then may have taken in a part of it.
  package mutating func apply(
    _ event: StoredEvent.Head,
    _ bytes: Span<UInt8>,
    at position: EventPosition,
    time: Instant
  ) throws(StoreError) {
    var nothing: ByteWriter?
    try apply(event, bytes, at: position, time: time, wayBack: &nothing)
  }

  /// Takes in the next event, from its stored form.
  ///
  /// - Throws: `damaged` where it does not follow upon this state, or defines a type.
  mutating func apply(_ bytes: Span<UInt8>, at position: EventPosition, time: Instant)
    throws(StoreError)
  {
    guard let head = try StoredEvent.Head(bytes) else {
      throw ByteReader.damaged("an event of \(position.revision) is not a record's")
    }
    try apply(head, bytes, at: position, time: time)
  }

  /// Takes in the next event, and writes the step that takes it back.
  ///
  /// A step is the op (1), then, but for a record's first event: how many revisions back its event before lies and
  /// the ordinal there (varints), how many seconds before (signed varint) and the nanoseconds (varint), then by op:
  /// for a create when the life before began (instant), for a delete all fields (counted), for an update how many
  /// fields (varint), and for each its number (varint) and the value that it had.
  ///
  /// Throws as `apply` without it.
  mutating func apply(
    _ event: StoredEvent.Head,
    _ bytes: Span<UInt8>,
    at position: EventPosition,
    time: Instant,
    wayBack: inout ByteWriter?
  ) throws(StoreError) {
    try check(event, bytes, at: position)
    wayBack?.append(event.op.rawValue)
    if version > 0 { wayBack?.appendDistance(from: self, to: position, time) }
    var changes = ByteReader(bytes, at: event.changesOffset)
    switch event.op {
    case .create:
      if version > 0 { wayBack?.appendInstant(created) }
      isAlive = true
      created = time
      try begin(&changes, event.changeCount)
    case .update:
      wayBack?.appendVarint(UInt64(event.changeCount))
      try replace(&changes, event.changeCount, hasOld: true, &wayBack)
    case .delete, .define:
      wayBack?.appendCounted(fields)
      isAlive = false
      fields = []
    }
    version = event.version
    life = event.life
    updated = time
    self.position = position
  }

  private func check(_ event: StoredEvent.Head, _ bytes: Span<UInt8>, at position: EventPosition)
    throws(StoreError)
  {
    let expectedLife = event.op == .create ? life + 1 : life
    guard event.version == version + 1, event.life == expectedLife,
      isAlive == (event.op != .create)
    else {
      throw ByteReader.damaged(
        "event \(position.ordinal) of \(position.revision) does not follow version \(version) of "
          + "'\(try event.id(in: bytes))'"
      )
    }
  }

  /// Takes the values of a life's beginning, which stand in the event as they do in a state, but for missing ones.
  private mutating func begin(_ changes: inout ByteReader, _ count: Int) throws(StoreError) {
    var last: UInt64 = 0
    var given = ByteWriter()
    /// Where those begin that were not given yet.
    var start = changes.offset
    for _ in 0..<count {
      let change = changes.offset
      last = try Self.number(&changes, after: last)
      if try !changes.skipValue() {
        given.append(changes.bytes(start..<change))
        start = changes.offset
      }
    }
    let rest = changes.bytes(start..<changes.offset)
    if given.count == 0 {
      fields = Array(rest)
    } else {
      given.append(rest)
      fields = given.bytes
    }
  }

  /// The next field's number; they rise.
  private static func number(_ changes: inout ByteReader, after last: UInt64) throws(StoreError)
    -> UInt64
  {
    let number = try changes.varint()
    guard number > last, number < FieldCursor.endNumber else {
      throw ByteReader.damaged("an event's fields are out of order")
    }
    return number
  }

  /// Puts other values in the place of some.
  ///
  /// - Parameters:
  ///   - changes: by rising number, the number, perhaps an old value, and the new value, which may be missing.
  ///   - wayBack: gets the numbers, with the values that were there.
  private mutating func replace(
    _ changes: inout ByteReader,
    _ count: Int,
    hasOld: Bool,
    _ wayBack: inout ByteWriter?
  ) throws(StoreError) {
    var offset = 0
    var last: UInt64 = 0
    for _ in 0..<count {
      let change = changes.offset
      let number = try Self.number(&changes, after: last)
      last = number
      let known = try FieldCursor.find(number, in: fields.span, from: offset)
      wayBack?.appendVarint(number)
      if let value = known.value {
        wayBack?.append(fields.span.extracting(value))
      } else {
        wayBack?.appendValue(nil)
      }
      if hasOld { _ = try changes.skipValue() }
      let start = changes.offset
      let value = try changes.skipValue() ? start..<changes.offset : nil
      switch (known.value, value) {
      case (let old?, let new?):
        fields.replace(old, with: changes.bytes(new))
        offset = old.lowerBound + new.count
      case (let old?, nil):
        fields.removeSubrange(known.start..<old.upperBound)
        offset = known.start
      case (nil, let new?) where !hasOld:
        // Number and value stand together already.
        fields.replace(known.start..<known.start, with: changes.bytes(change..<new.upperBound))
        offset = known.start + new.upperBound - change
      case (nil, let new?):
        var field = ByteWriter(reserving: 10 + new.count)
        field.appendVarint(number)
        field.append(changes.bytes(new))
        fields.replace(known.start..<known.start, with: field.bytes.span)
        offset = known.start + field.count
      case (nil, nil): offset = known.start
      }
    }
  }

  /// Takes the last event back: the next step says how.
  ///
  /// - Throws: `damaged` where the step is not this state's.
  mutating func stepBack(_ steps: inout ByteReader) throws(StoreError) {
    guard version > 0, let op = StoredEvent.Op(rawValue: try steps.byte()) else {
      throw ByteReader.damaged("a step back has no event")
    }
    if version == 1 {
      self = RecordState()
      return
    }
    try goBack(&steps)
    switch op {
    case .create:
      created = try steps.instant()
      isAlive = false
      fields = []
      guard life > 0 else { throw ByteReader.damaged("a life before the first") }
      life -= 1
    case .update:
      let count = try steps.count()
      var nothing: ByteWriter?
      try replace(&steps, count, hasOld: false, &nothing)
    case .delete, .define:
      fields = try steps.counted()
      isAlive = true
    }
    version -= 1
  }

  private mutating func goBack(_ steps: inout ByteReader) throws(StoreError) {
    let revisions = try steps.varint()
    let ordinal = UInt32(clamping: try steps.varint())
    let (seconds, isTooFar) = updated.seconds.subtractingReportingOverflow(try steps.signed())
    let nanoseconds = UInt32(clamping: try steps.varint())
    guard revisions <= position.revision.rawValue, !isTooFar,
      let time = Instant(seconds: seconds, nanoseconds: nanoseconds)
    else { throw ByteReader.damaged("a step back leads before the first event") }
    position = EventPosition(Revision(position.revision.rawValue - revisions), ordinal)
    updated = time
  }
}

extension ByteWriter {
  /// Writes how far before an event a state's last event lies.
  fileprivate mutating func appendDistance(
    from state: RecordState,
    to position: EventPosition,
    _ time: Instant
  ) {
    appendVarint(position.revision.rawValue &- state.position.revision.rawValue)
    appendVarint(UInt64(state.position.ordinal))
    appendSigned(time.seconds &- state.updated.seconds)
    appendVarint(UInt64(state.updated.nanoseconds))
  }
}
