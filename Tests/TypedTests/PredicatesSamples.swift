import EventLog
import Foundation
import Records
import TestSupport

/// Values that are likely to meet each other, be it only as what Swift calls equal and the store does not.
enum Samples {
  static let texts = [
    "", "a", "ab", "abc", "b", "K", "\u{212A}", "Ka", "é", "e\u{301}", "e", "f", "Å", "\u{212B}",
    "A\u{30A}", "김", "\u{1100}\u{1175}\u{11B7}", "기\u{11B7}", "q\u{323}\u{307}", "q\u{307}\u{323}",
    "張三", "丽", "\u{2F800}", "e\u{301}x", "éx", "<", "<\u{338}", "=", "<\u{338}a", "Ab", "ae\u{301}",
    "\r\n", "\r", ";", "\u{37E}", "z", "Z",
  ]
  static let ints = [-2, -1, 0, 1, 2, 3, .max, .min]
  static let levels: [UInt8] = [0, 1, 2, 255]
  static let doubles = [
    -1.5, -0.0, 0, 0.5, 2, .infinity, -.infinity, .nan, .greatestFiniteMagnitude,
  ]
  static let floats: [Float] = [-1.5, -0.0, 0, 0.1, 2, .infinity, -.infinity, .nan]
  static let decimals = ["-1.5", "0", "1.50", "1.5", "2", "1e20"].compactMap { Decimal(string: $0) }
  static let dates = [0.0, 0.1, 1e-7, -1e9, 7e8 + 0.1, (7e8 + 0.1).nextUp, 7e8, (7e8).nextDown].map
  {
    Date(timeIntervalSinceReferenceDate: $0)
  }
  static let instants = [(0, 0), (0, 1), (1, 0), (-1, 999_999_999)].compactMap {
    Instant(seconds: $0.0, nanoseconds: $0.1)
  }
  static let days = [-1, 0, 1, 20000].compactMap { CalendarDate(days: $0) }
  static let keys = ["0", "1", "A", "F"].compactMap {
    UUID(uuidString: "00000000-0000-4000-8000-00000000000\($0)")
  }
  static let data = [[], [0], [0, 1], [255]].map { Data($0 as [UInt8]) }
  static let ranks = [Thing.Rank.low, .high]
  static let places = ["Oslo", "Köln"].map { Thing.Place(city: $0) }
}

extension Thing {
  /// A random thing.
  init(id: String = "1", _ random: inout SeededGenerator) {
    func maybe<Item>(_ items: [Item]) -> Item? { random.oneIn(4) ? nil : random.pick(items) }
    self.init(
      id: id,
      name: random.pick(Samples.texts),
      nick: maybe(Samples.texts),
      age: random.pick(Samples.ints),
      level: maybe(Samples.levels),
      score: random.pick(Samples.doubles),
      ratio: maybe(Samples.floats),
      price: maybe(Samples.decimals),
      isOn: random.oneIn(2),
      flag: maybe([true, false]),
      date: maybe(Samples.dates),
      moment: random.pick(Samples.instants),
      day: maybe(Samples.days),
      key: random.pick(Samples.keys),
      data: maybe(Samples.data),
      color: random.pick(Color.allCases),
      rank: maybe(Samples.ranks),
      tags: Array(Samples.texts[1..<4].prefix(random.index(below: 4))),
      place: maybe(Samples.places)
    )
  }
}
