import ByteCoding
import EventLog
import Foundation
import PageStore
import StoreErrors
import Testing

/// The worked example in `FORMAT.md` is what the code writes.
@Suite("FORMAT.md")
struct FormatExampleTests {
  @Test("the example's keys and values are those of the log")
  func example() throws {
    try withTemporaryFolder { folder in
      try FormatSample.make(at: folder, [FormatSample.example])
      let stored = try StoredLog(at: folder)
      defer { stored.close() }
      for table in StoredLog.tables {
        let entries = try stored.entries(of: table)
        let bytes = entries.map { Self.hex($0.key) + " = " + Self.hex($0.value) }
        #expect(try Self.documented(table) == bytes, "\(table): \(bytes)")
      }
    }
  }

  @Test("a piece in parts is cut as described")
  func parts() throws {
    try withTemporaryFolder { folder in
      try FormatSample.make(at: folder, [FormatSample.inParts])
      let stored = try StoredLog(at: folder)
      defer { stored.close() }
      let entries = try stored.entries(of: "commits")
      #expect(
        entries.map { Self.hex($0.key) } == [
          "000000000000000100000000", "00000000000000010000000000000001",
          "00000000000000010000000000000002", "000000000000000100000001",
        ]
      )
      #expect(entries.map(\.value.count).prefix(2) == [65_520, 65_520])
      let joined = entries.prefix(3).flatMap(\.value)
      #expect(joined[0] == 2)
      let length = joined[1..<9].reduce(0) { $0 << 8 | Int($1) }
      #expect(length == joined.count - 9)
      // In parts stands what would otherwise stand in one value.
      let header = Int(joined[9])
      let event = joined[(10 + header + 8)...]
      #expect(Array(event.prefix(4)) == [0xF1, 0x93, 0x09, 0])
      #expect(event.dropFirst(4).dropLast(8).elementsEqual(filler(150_000, seed: 9)))
      #expect(entries[3].value.prefix(4) == [1, 2, 0, 1])
      #expect(entries[3].value.count == 12)
    }
  }

  @Test("checksums and the chain are made as described")
  func checksums() throws {
    let log = MemoryEventLog()
    try log.append(FormatSample.example)
    let documented = try Self.documented("commits")
    let value = try #require(documented.first?.split(separator: " = ").last)
    let bytes = try Self.bytes(String(value))
    let end = 2 + Int(bytes[1])
    let header = Array(bytes[2..<end])
    #expect(Self.fixed(bytes[end..<end + 8]) == Checksum.of(header.span, seed: 1))

    // The events' checksums stand at their ends: "person" and "Ada".
    let events: [(kind: UInt8, ordinal: UInt64, text: String)] = [(1, 0, "person"), (0, 1, "Ada")]
    var place = end + 8
    var chained = [UInt8](repeating: 0, count: 16) + header.dropLast(16)
    for event in events {
      let text = Array(event.text.utf8)
      let seed = (0x9E37_79B9_7F4A_7C15 &+ event.ordinal) ^ UInt64(event.kind) << 56
      place += 2 + text.count
      #expect(Self.fixed(bytes[place..<place + 8]) == Checksum.of(text.span, seed: seed))
      chained += bytes[place..<place + 8]
      place += 8
    }
    #expect(place == bytes.count)
    let digest = Checksum.digest(of: chained)
    #expect(try log.head().chain == digest)
    #expect(Self.fixed(header.suffix(16).prefix(8)) == digest.high)
    #expect(Self.fixed(header.suffix(8)) == digest.low)
  }

  /// The entries of a table in the example: `key = value`, in hex.
  ///
  /// A table's block in `FORMAT.md` begins with its name; in each line the bytes come first and what they
  /// are after two spaces. A line `=` parts a key from its value, an empty one two entries.
  private static func documented(_ table: String) throws -> [String] {
    let file = URL(filePath: #filePath).appending(path: "../../../../FORMAT.md").standardized
    let text = try String(contentsOf: file, encoding: .utf8)
    guard let start = text.range(of: "```text \(table)\n"),
      let end = text.range(of: "```", range: start.upperBound..<text.endIndex)
    else { return [] }
    var entries = [""]
    for line in text[start.upperBound..<end.lowerBound].split(
      separator: "\n",
      omittingEmptySubsequences: false
    ) {
      if line.isEmpty {
        entries.append("")
      } else if line.hasPrefix("=") {
        entries[entries.count - 1] += " = "
      } else {
        let column = line.firstRange(of: "  ")?.lowerBound ?? line.endIndex
        entries[entries.count - 1] += line[..<column].replacing(" ", with: "")
      }
    }
    return entries.filter { !$0.isEmpty }
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func bytes(_ hex: String) throws -> [UInt8] {
    try stride(from: 0, to: hex.utf8.count, by: 2).map { place in
      let start = hex.index(hex.startIndex, offsetBy: place)
      return try #require(UInt8(hex[start..<hex.index(start, offsetBy: 2)], radix: 16))
    }
  }

  private static func fixed(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}
