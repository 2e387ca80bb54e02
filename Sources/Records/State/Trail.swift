internal import ByteCoding
internal import EventLog
internal import StoreErrors

/// A record's state and the steps that lead back from it: how the views keep what a record was.
///
/// As bytes: the length of the state (varint) and the state, how many steps there are (varint), and the steps, the
/// newest first. `RecordState.apply` says what a step is.
///
/// The newest trail of a record grows with its events; a full one is sealed, kept under the place of its newest
/// event, and the next begins without steps.
struct Trail: ~Escapable {
  /// The state where the trail was followed to.
  private(set) var state: RecordState
  /// How many steps are left.
  private(set) var remaining: Int
  private var steps: ByteReader

  /// A trail is sealed when it has so many steps: each read of the past takes no more.
  static let maximumSteps = 8
  /// A trail is also sealed when its steps have so many bytes, and more than its state.
  static let maximumBytes = 512

  /// Reads a trail.
  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>) throws(StoreError) {
    var reader = ByteReader(bytes)
    let length = try reader.count()
    let start = reader.offset
    try reader.skip(length)
    state = try RecordState(bytes.extracting(start..<start + length))
    remaining = try reader.count()
    steps = reader
  }

  /// The steps that are left, as bytes.
  var stepBytes: Span<UInt8> {
    @_lifetime(copy self)
    get { steps.rest }
  }

  /// Takes the newest event back.
  @_lifetime(self: copy self)
  mutating func stepBack() throws(StoreError) {
    guard remaining > 0 else { throw ByteReader.damaged("a trail ends too early") }
    try state.stepBack(&steps)
    remaining -= 1
  }

  /// Goes back while there are steps and the state is of a later event than wanted.
  @_lifetime(self: copy self)
  mutating func stepBack(to position: EventPosition) throws(StoreError) {
    while remaining > 0, state.position > position { try stepBack() }
  }

  /// The bytes of a trail without steps.
  static func beginning(at state: RecordState) -> ByteWriter {
    let stored = state.bytes
    var writer = ByteWriter(reserving: stored.count + 4)
    writer.appendCounted(stored)
    writer.appendVarint(0)
    return writer
  }

  /// The bytes of a trail's state.
  @_lifetime(copy bytes)
  static func state(in bytes: Span<UInt8>) throws(StoreError) -> Span<UInt8> {
    var reader = ByteReader(bytes)
    let length = try reader.count()
    return reader.bytes(reader.offset..<reader.offset + length)
  }
}
