internal import ByteCoding
internal import EventLog
internal import StoreErrors

/// Reads the entries of a stored node, by rising key, and those of one key by time.
///
/// Whatever the bytes are, it ends in entries or in a `damaged` error.
struct PastNodeReader: ~Escapable {
  /// 0 for a leaf.
  let level: UInt64
  /// The first revision that the node speaks of.
  let start: UInt64
  /// The first revision that it does not speak of any more.
  let end: UInt64
  /// How many entries were not read yet.
  private(set) var remaining: UInt64

  /// The key of the entry that was read last.
  private(set) var key: [UInt8] = []
  private(set) var content: UInt64 = 0
  private(set) var from: UInt64 = 0
  private(set) var to: UInt64 = 0

  private var sharedLengths: PastColumn
  private var lengths: PastColumn
  private let keyEnds: Span<UInt8>
  private var keyPlace = 0
  private var beginnings: PastColumn
  private var endings: PastColumn
  private var contents: PastColumn

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>) throws(StoreError) {
    var header = ByteReader(bytes)
    level = try header.varint()
    start = try header.varint()
    let duration = try header.varint()
    end = duration == 0 ? PastEntry.forever : try Self.later(start, duration)
    remaining = try header.varint()
    var sizes = (0, 0, 0, 0, 0)
    sizes.0 = try header.count()
    sizes.1 = try header.count()
    sizes.2 = try header.count()
    sizes.3 = try header.count()
    sizes.4 = try header.count()
    var place = header.offset
    // Each size is within the bytes, so that their sum cannot overflow.
    guard place + sizes.0 + sizes.1 + sizes.2 + sizes.3 + sizes.4 <= bytes.count else {
      throw ByteReader.damaged("a node of the past ends too early")
    }
    sharedLengths = PastColumn(bytes.extracting(place..<place + sizes.0))
    place += sizes.0
    lengths = PastColumn(bytes.extracting(place..<place + sizes.1))
    place += sizes.1
    keyEnds = bytes.extracting(place..<place + sizes.2)
    place += sizes.2
    beginnings = PastColumn(bytes.extracting(place..<place + sizes.3))
    place += sizes.3
    endings = PastColumn(bytes.extracting(place..<place + sizes.4))
    place += sizes.4
    contents = PastColumn(bytes.extracting(place..<bytes.count))
  }

  /// Reads the next entry; false after the last.
  @_lifetime(self: copy self)
  mutating func next() throws(StoreError) -> Bool {
    guard remaining > 0 else { return false }
    remaining -= 1
    let shared = try sharedLengths.next()
    let length = try lengths.next()
    guard shared <= UInt64(key.count), shared <= length,
      length - shared <= UInt64(keyEnds.count - keyPlace)
    else { throw ByteReader.damaged("a key of the past does not fit the one before") }
    key.removeLast(key.count - Int(shared))
    let place = keyPlace
    keyPlace += Int(length - shared)
    key.append(contentsOf: keyEnds.extracting(place..<keyPlace))
    from = try Self.later(start, beginnings.next())
    let duration = try endings.next()
    to = duration == 0 ? PastEntry.forever : try Self.later(start, duration)
    content = try contents.next()
    return true
  }

  private static func later(_ start: UInt64, _ duration: UInt64) throws(StoreError) -> UInt64 {
    let (sum, isOver) = start.addingReportingOverflow(duration)
    if isOver { throw ByteReader.damaged("a revision is over 64 bits") }
    return sum
  }
}
