import Foundation
import Testing

@testable import AnnalsBenchmarks

@Suite struct PlotsTests {
  /// Two engines and a peer that only writes.
  private var figures: [Figure] {
    var speed = Series(.commits(of: 1))
    var bulk = Series(.commits(of: 10_000))
    for (name, factor) in [("annals", 1.0), ("sqlite", 2), ("l_m", 4)] {
      for round in 1...3 {
        speed.add(100 * factor + Double(round), of: name)
        bulk.add(10_000 * factor, of: name)
      }
      var histogram = Histogram()
      for time in 1...1_000 { histogram.add(Int64(time) * 1_000) }
      speed.add(histogram, of: name)
    }
    let engines = ["annals", "sqlite", "l_m"].map {
      EngineDescription(
        name: $0,
        version: "1",
        durability: .durable,
        audit: [],
        history: [],
        settings: ""
      )
    }
    return Figure.all(of: [speed, bulk], engines)
  }

  @Test("there is a plot of ratios, one of speeds, and one of each measure's latencies")
  func plots() throws {
    let plots = Plots(figures, of: "annals").all
    #expect(plots.map(\.name) == ["ratios", "speeds", "latency-commit-1"])
    let ratios = plots[0].script
    #expect(ratios.contains("'against sqlite'") && ratios.contains(#"'against l\_m'"#))
    let speeds = plots[1].script
    #expect(speeds.contains("10000 20000.0") && speeds.contains("10000 40000.0"))
    // Half of all took no longer than half of the longest: one of two is slower.
    #expect(plots[2].script.contains("1000.0 1000.0\nEND"))
    for plot in plots {
      #expect(plot.script.contains("\(plot.name).svg") && plot.script.contains("\(plot.name).png"))
    }
  }

  @Test("nothing is drawn of nothing")
  func nothing() { #expect(Plots([], of: "annals").all.isEmpty) }

  @Test("gnuplot draws them, where it is installed")
  func drawing() throws {
    let folder = try TemporaryFolder()
    let plots = Plots(figures, of: "annals").all
    do { try Gnuplot.draw(plots, in: folder.path) } catch let error as BenchmarkError
      where error.message.contains("not installed")
    {
      return
    }
    for plot in plots {
      for ending in ["svg", "png"] {
        let path = "\(folder.path)/\(plot.name).\(ending)"
        #expect(try Data(contentsOf: URL(filePath: path)).count > 1_000, "\(path)")
      }
    }
  }
}
