import Records
import Testing

@testable import AnnalsCLI

@Suite struct `Text on a terminal` {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("王二", 4), ("e\u{301}", 1), ("é", 1), ("한국", 4), ("한", 2),
    ("😀", 2), ("👨‍👩‍👧", 2), ("🇳🇴", 2), ("❤️", 2), ("❤", 1), ("ｱ", 1), ("Ａ", 2), ("नि", 1),
    ("a\u{200B}b", 2),
  ])
  func `has the width of what is drawn`(text: String, width: Int) {
    #expect(TextWidth.cells(text) == width, "\(text)")
  }

  @Test func `is shortened and padded by cells`() {
    #expect(TextWidth.shortened("第一中学", to: 8) == "第一中学")
    #expect(TextWidth.shortened("第一中学", to: 7) == "第一中…")
    #expect(TextWidth.shortened("第一中学", to: 6) == "第一…")
    #expect(TextWidth.padded("王二", to: 6) == "王二  ")
    #expect(TextWidth.padded("7", to: 3, isRightAligned: true) == "  7")
  }

  @Test(arguments: [
    ("plain é 王", "plain é 王"), ("a\u{1B}[31mb", "a\\u{1b}[31mb"),
    ("tab\tline\nend\r", "tab\\tline\\nend\\r"),
    ("\u{7}\u{0}\u{7F}\u{9B}", "\\u{7}\\u{0}\\u{7f}\\u{9b}"), ("\u{202E}gpj", "\\u{202e}gpj"),
    ("\u{2066}\u{200F}", "\\u{2066}\\u{200f}"), ("a\u{2028}b", "a\\u{2028}b"),
    ("back\\slash", "back\\slash"),
    ("\u{FEFF}x", "\\u{feff}x"), ("👨‍👩‍👧", "👨‍👩‍👧"), ("\r\n", "\\r\\n"),
  ])
  func `never holds what a terminal would act on`(text: String, shown: String) {
    #expect(Escape.visible(text) == shown)
  }

  @Test func `keeps the lines of rows of values`() {
    #expect(
      Escape.rows("a,\"b\nc\"\r\nd\u{1B}[31m,\r\u{202E}\r\n")
        == "a,\"b\nc\"\r\nd\\u{1b}[31m,\\r\\u{202e}\r\n"
    )
  }

  @Test func `is escaped so that plain lines can be read back`() {
    #expect(Escape.plain("a\\N\tb") == "a\\\\N\\tb")
    #expect(
      Escape.json("{\"a\":\"\u{202E}\u{9B}\u{E0041}\"}\n")
        == "{\"a\":\"\\u202e\\u009b\\udb40\\udc41\"}\n"
    )
  }

  @Test func `keeps null, missing, empty and the words apart in every form`() {
    let text = ValueText(zone: .utc)
    #expect(text.cell(nil).text == "missing")
    #expect(text.cell(.null).text == "null")
    #expect(text.cell(.text("")).text == "''")
    #expect(text.cell(.text("null")).text == "'null'")
    #expect(text.cell(.text("missing")).text == "'missing'")
    #expect(text.cell(.text("it's")).text == "it's")
    #expect(text.plain(nil) == "\\M")
    #expect(text.plain(.null) == "\\N")
    #expect(text.plain(.text("")) == "")
    #expect(text.plain(.text("\\N")) == "\\\\N")
    #expect(text.quoted(nil) == "missing")
    #expect(text.quoted(.null) == "null")
    #expect(text.quoted(.text("null")) == "'null'")
    #expect(text.quoted(.text("it's")) == "'it''s'")
    let cells: [CSV.Cell] = [
      text.csv(nil), text.csv(.null), text.csv(.text("")), text.csv(.text("null")),
      text.csv(.text("\\M")), text.csv(.text("a,\"b\"\n")),
    ]
    #expect(CSV.line(cells) == "\\M,,\"\",null,\"\\M\",\"a,\"\"b\"\"\n\"\r\n")
  }
}

@Suite struct `A table` {
  private func table(_ rows: [[String]], width: Int) -> String {
    var table = Table(
      [.init(title: "id"), .init(title: "age", isNumeric: true), .init(title: "name")],
      width: width,
      style: Style(isOn: false)
    )
    return rows.map { table.add($0.map { Table.Cell(text: $0) }) }.joined() + table.finish()
  }

  @Test func `aligns by cells, numbers to the right`() {
    #expect(
      table([["p1", "9", "王二"], ["p100", "41", "Ann"]], width: 80)
        == """
        id    age  name
        p1      9  王二
        p100   41  Ann

        """
    )
  }

  @Test func `takes from the widest columns until it fits`() {
    let long = String(repeating: "x", count: 50)
    for line in table([["p1", "9", long], ["p2", "41", "short"]], width: 30).split(separator: "\n")
    {
      #expect(TextWidth.cells(String(line)) <= 30)
    }
    #expect(table([["p1", "9", long]], width: 30).hasSuffix("…\n"))
  }

  @Test func `has a head without rows`() {
    #expect(table([], width: 80) == "id  age  name\n")
  }
}
