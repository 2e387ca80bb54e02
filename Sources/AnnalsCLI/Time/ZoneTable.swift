import ByteCoding
import EventLog

/// A zone's changes of offset, as the system's time zone files list them.
///
/// Format: TZif, versions 2 to 4, RFC 9636, <https://www.rfc-editor.org/rfc/rfc9636>.
struct ZoneTable: Sendable {
  /// When each change happens, in seconds since 1970, ascending.
  private var changes: [Int64] = []
  /// The offset from each change on, in seconds.
  private var offsets: [Int] = []
  /// The offset before the first change.
  private var first = 0
  /// What goes on after the last change.
  private var tail: ZoneFormula?

  /// Reads a file's bytes; nil where they are not such a file.
  init?(_ bytes: [UInt8]) {
    do {
      var reader = ByteReader(bytes.span)
      let older = try Header(&reader)
      guard older.version >= UInt8(ascii: "2") else { return nil }
      try reader.skip(older.bodySize(timeSize: 4))
      try readBody(&reader, Header(&reader))
    } catch { return nil }
  }

  /// Seconds that clocks are ahead of UTC at a moment.
  func offset(at seconds: Int64) -> Int {
    guard let last = changes.last, let lastOffset = offsets.last else {
      return tail?.offset(at: seconds) ?? first
    }
    if seconds >= last { return tail?.offset(at: seconds) ?? lastOffset }
    var low = 0, high = changes.count
    while low < high {
      let middle = (low + high) / 2
      if changes[middle] <= seconds { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? first : offsets[low - 1]
  }

  private mutating func readBody(_ reader: inout ByteReader, _ header: Header) throws {
    for _ in 0..<header.times { changes.append(Int64(bitPattern: try reader.fixed64())) }
    let indexes = try reader.bytes(count: header.times)
    var kinds: [Int] = []
    for _ in 0..<header.kinds {
      kinds.append(Int(Int32(bitPattern: try reader.fixed32())))
      try reader.skip(2)
    }
    try reader.skip(header.letters + header.leaps * 12 + header.standards + header.universals)
    guard let earliest = kinds.first, indexes.allSatisfy({ Int($0) < kinds.count }) else {
      throw ByteReader.damaged("a time zone file names an offset that it does not hold")
    }
    first = earliest
    offsets = indexes.map { kinds[Int($0)] }
    let footer = try reader.bytes(count: reader.remaining)
    tail = ZoneFormula(String(decoding: footer.filter { $0 != 0x0A }, as: UTF8.self))
  }

  /// The counts before each body.
  private struct Header {
    let version: UInt8
    let universals, standards, leaps, times, kinds, letters: Int

    init(_ reader: inout ByteReader) throws {
      guard try reader.bytes(count: 4) == Array("TZif".utf8) else {
        throw ByteReader.damaged("this is not a time zone file")
      }
      version = try reader.byte()
      try reader.skip(15)
      universals = Int(try reader.fixed32())
      standards = Int(try reader.fixed32())
      leaps = Int(try reader.fixed32())
      times = Int(try reader.fixed32())
      kinds = Int(try reader.fixed32())
      letters = Int(try reader.fixed32())
    }

    func bodySize(timeSize: Int) -> Int {
      times * (timeSize + 1) + kinds * 6 + letters + leaps * (timeSize + 4) + standards + universals
    }
  }
}
