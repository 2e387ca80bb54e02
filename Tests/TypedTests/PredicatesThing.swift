import Annals
import EventLog
import Foundation
import Records

/// A record with fields of every kind, as predicates read it.
struct Thing: Record {
  enum Color: String, Codable, Sendable, CaseIterable { case red, blue, kelvin = "K" }
  enum Rank: Int, Codable, Sendable { case low = 1, high = 9 }
  struct Place: Codable, Sendable, Comparable {
    var city: String

    static func < (left: Self, right: Self) -> Bool { left.city < right.city }
  }

  var id: String
  var name: String
  var nick: String?
  var age: Int
  var level: UInt8?
  var score: Double
  var ratio: Float?
  var price: Decimal?
  var isOn: Bool
  var flag: Bool?
  var date: Date?
  var moment: Instant
  var day: CalendarDate?
  var key: UUID
  var data: Data?
  var color: Color
  var rank: Rank?
  var tags: [String]
  var place: Place?

  static let schema = Schema<Thing>("thing") {
    Field("name", \.name)
    Field("nick", \.nick)
    Field("age", \.age)
    Field("level", \.level, .nilIsNull)
    Field("score", \.score)
    Field("ratio", \.ratio)
    Field("price", \.price, .nilIsNull)
    Field("isOn", \.isOn)
    Field("flag", \.flag)
    Field("date", \.date)
    Field("moment", \.moment)
    Field("day", \.day)
    Field("key", \.key)
    Field("data", \.data, .nilIsNull)
    Field("color", \.color)
    Field("rank", \.rank)
    Field("tags", \.tags)
    Field("place", \.place)
    View("by-name", sortedBy: \.name)
    View("by-nick", sortedBy: \.nick)
    View("by-level", sortedBy: \.level)
    View("by-score", sortedBy: \.score)
    View("by-ratio", sortedBy: \.ratio)
    View("by-price", sortedBy: \.price)
    View("by-date", sortedBy: \.date)
    View("by-day", sortedBy: \.day)
    View("by-key", sortedBy: \.key)
    View("by-data", of: \.data, sortedBy: \.age)
    View("by-color", of: \.color, sortedBy: \.moment)
    View("by-rank", of: \.rank, sortedBy: \.age)
    View("of-name", of: \.name, sortedBy: \.age)
    View("of-flag", of: \.flag, sortedBy: \.nick)
    View("on", of: \.isOn, sortedBy: \.age)
  }
}
