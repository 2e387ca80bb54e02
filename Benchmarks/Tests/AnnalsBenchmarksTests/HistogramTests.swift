import AnnalsBenchmarks
import Foundation
import Testing

@Suite struct HistogramTests {
  @Test("a time read from it is at most a sixteenth too long, and never too short")
  func quantiles() {
    var histogram = Histogram()
    var random = SplitMix64(seed: 1)
    var times: [Int64] = []
    for _ in 0..<10_000 {
      let time = Int64(random.draw(below: 1 << random.draw(below: 40)))
      times.append(time)
      histogram.add(time)
    }
    times.sort()
    for share in [0.5, 0.9, 0.99, 0.999, 1] {
      let exact = times[Int((share * 10_000).rounded(.up)) - 1]
      let read = histogram.time(of: share)
      #expect(read >= exact && read <= exact + exact / 16, "\(share)")
    }
    #expect(histogram.longest == times.last)
    #expect(histogram.count == 10_000)
  }

  @Test("one that was written and read is the same, and two add up")
  func codable() throws {
    var histogram = Histogram()
    for time in [0, 1, 15, 16, 31, 32, 1_000, 1_000_000_007] as [Int64] { histogram.add(time) }
    let json = try JSONEncoder().encode(histogram)
    #expect(try JSONDecoder().decode(Histogram.self, from: json) == histogram)
    var twice = histogram
    twice.add(histogram)
    #expect(twice.count == 16 && twice.longest == histogram.longest)
    #expect(twice.time(of: 0.5) == histogram.time(of: 0.5))
    #expect(Histogram().time(of: 0.5) == 0)
  }
}
