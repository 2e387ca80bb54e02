import ByteCoding
import EventLog
import Foundation
import Interchange
import StoreErrors
import Testing

@Suite struct `Lines of a source` {
  private func lines(_ source: LineSource) throws -> [String] {
    var lines: [String] = []
    while let line = try source.next({ String(decoding: Array($0), as: UTF8.self) }) {
      lines.append(line)
    }
    #expect(source.lineNumber == lines.count)
    return lines
  }

  @Test func `ends of lines and a byte order mark are not part of them`() throws {
    #expect(
      try lines(LineSource(text: "\u{FEFF}a\r\nb\n\n\rc\r\n\r\nd")) == [
        "a", "b", "", "\rc", "", "d",
      ]
    )
    #expect(try lines(LineSource(text: "")).isEmpty)
    #expect(try lines(LineSource(text: "\n")) == [""])
  }

  @Test(arguments: [0, 1, 1_048_575, 1_048_576, 1_048_577, 3_000_000])
  func `long lines are whole`(length: Int) throws {
    let folder = try TemporaryFolder()
    let long = String(repeating: "x", count: length)
    let path = try folder.write("\u{FEFF}\(long)\n\(long)y\r\nz", to: "long")
    #expect(try lines(LineSource(path: path)) == [long, long + "y", "z"])
  }

  @Test func `the next line can be seen before it is taken, and lines passed over`() throws {
    let source = LineSource(text: "one\ntwo\nthree")
    #expect(try source.peek() == Array("one".utf8))
    #expect(try source.skip(2))
    #expect(try source.peek(limit: 2) == Array("th".utf8))
    #expect(try source.next { $0.count } == 5 && source.lineNumber == 3)
    #expect(try !source.skip(1))
  }

  @Test func `a compressed file is expanded, a damaged or cut one refused`() throws {
    let folder = try TemporaryFolder()
    let text = (0..<200_000).map { "line \($0)" }
    let path = try folder.write(text.joined(separator: "\n"), to: "lines")
    do { try output(of: "zstd", "-q", path) } catch { return }
    #expect(try lines(LineSource(path: path + ".zst")) == text)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path + ".zst"))
    let cut = folder.path + "/cut.zst"
    try bytes.dropLast(20).write(to: URL(fileURLWithPath: cut))
    #expect(throws: StoreError.self) { try lines(LineSource(path: cut)) }
    let bad = try folder.write("this is not compressed", to: "bad.zst")
    #expect(throws: StoreError.self) { try lines(LineSource(path: bad)) }
  }

  @Test func `what is not there or is a folder is refused`() throws {
    let folder = try TemporaryFolder()
    #expect(throws: StoreError.self) { try LineSource(path: folder.path + "/nothing") }
    #expect(throws: StoreError.self) { try LineSource(path: folder.path) }
  }
}
