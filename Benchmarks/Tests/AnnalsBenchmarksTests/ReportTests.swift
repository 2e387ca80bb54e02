import AnnalsBenchmarks
import Foundation
import Testing

@Suite struct ReportTests {
  private var series: [Series] {
    var speed = Series(
      Measure(name: "commit-1", unit: "events/s", isGreaterBetter: true, meaning: "commits")
    )
    for (own, other) in [(100.0, 50.0), (90, 30), (400, 400)] {
      speed.add(own, of: "a")
      speed.add(other, of: "b")
    }
    var time = Series(Measure(name: "get", unit: "µs", isGreaterBetter: false, meaning: "gets"))
    time.add(2, of: "a")
    time.add(8, of: "b")
    time.add(1, of: "c")
    return [speed, time]
  }

  private func description(_ name: String) -> EngineDescription {
    EngineDescription(
      name: name,
      version: "1",
      durability: .durable,
      audit: [],
      history: [],
      settings: ""
    )
  }

  @Test("a ratio is the middle of the rounds' ratios and above 1 where the first is better")
  func ratios() throws {
    let speed = try #require(series[0].ratio(of: "a", to: "b"))
    #expect(speed.median == 2 && speed.least == 1 && speed.greatest == 3)
    #expect(series[1].ratio(of: "a", to: "b")?.median == 4)
    #expect(series[1].ratio(of: "a", to: "c")?.median == 0.5)
    #expect(series[0].ratio(of: "a", to: "c") == nil)
  }

  @Test("the JSON has a figure for each peer, the first under the plain name, and every key")
  func figures() throws {
    let figures = Figure.all(of: series, ["a", "b", "c"].map(description))
    #expect(figures.map(\.name) == ["commit-1", "get", "get-c"])
    #expect(figures.map(\.ratio) == [2, 4, 0.5])

    let alone = Figure.all(of: series, [description("a")])
    let json = try JSONSerialization.jsonObject(with: Figure.json(alone))
    let object = try #require((json as? [[String: Any]])?.first)
    #expect(
      object.keys.sorted() == [
        "durability", "name", "peer", "peerValue", "ratio", "ratioGreatest", "ratioLeast", "unit",
        "value",
      ]
    )
    #expect(object["peer"] is NSNull)
    #expect(figures.map(\.measure) == ["commit-1", "get", "get"])
  }

  @Test("the report states machine, versions, settings and durability")
  func text() {
    let report = Report(
      plan: .quick,
      engines: [SQLiteEngine.description, LMDBAppendEngine.description],
      series: series,
      machine: Machine(storesIn: NSTemporaryDirectory())
    )
    for form in [report.document.text, report.document.markdown] {
      for part in ["cores", "3.", "0.9", "durable", "synchronous=FULL", "seed 1"] {
        #expect(form.contains(part), "no \(part)")
      }
    }
  }

  @Test("the same parts are text for a terminal and Markdown")
  func document() {
    let document = Document([
      .title("All"), .facts([.init("disk", "/dev/a_b")]), .paragraph("Read on."),
      .table([["name", "value", "what"], ["get", "3", "a|b"]]),
      .picture(file: "plots/a.svg", title: "A"),
    ])
    #expect(
      document.text == """
        All
        ===

        disk:  /dev/a_b

        Read on.

        name  value  what
        get       3  a|b
        """
    )
    #expect(
      document.markdown == """
        # All

        - **disk**: /dev/a\\_b

        Read on.

        | name | value | what |
        | --- | ---: | --- |
        | get | 3 | a\\|b |

        ![A](plots/a.svg)

        """
    )
  }

  @Test(
    "bad arguments are refused with code 2",
    arguments: [
      ["--what"], ["--rounds", "0"], ["--json"], ["--engine", "x"], ["suite", "--what"],
      ["counts", "--against"], ["compare", "one"],
    ]
  )
  func badArguments(words: [String]) { #expect(BenchmarkCommand.run(words) == 2) }
}
