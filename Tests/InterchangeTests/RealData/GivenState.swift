import Annals
import EventLog
import JSONText

/// The right state of one type after one event, made from the source by other means than the events.
struct GivenState: Sendable, CustomStringConvertible {
  let type: ExactString
  /// The line of the event.
  let place: UInt64
  /// The time at which the same state is seen; nil where times tie or run backwards there.
  let instant: Instant?
  let rows: [ExactString: Row]
  /// The only fields that the state tells of; nil for all.
  private var fields: Set<ExactString>?

  /// Makes a state that tells of all fields.
  init(type: ExactString, place: UInt64, instant: Instant?, rows: [ExactString: Row]) {
    self.type = type
    self.place = place
    self.instant = instant
    self.rows = rows
  }

  /// Reads an entry of an index of states, and the state itself.
  init(
    _ history: String,
    _ entry: JSONValue,
    type: ExactString,
    file: JSONValue,
    fields: Set<ExactString>? = nil
  ) throws {
    self.type = type
    place = entry.whole("after_seq")
    instant =
      entry.member("clean_time_cut")?.bool == true
      ? Instant(count: Int64(entry.whole("ts_ms")), perSecond: 1000) : nil
    self.fields = fields
    let lines = try RealData.lines("\(history)/\(file.text("file"))")
    guard lines.count == Int(file.whole("rows")) else { throw Failure("a state is cut off") }
    rows = InterchangeTests.rows(lines)
  }

  /// What of a store's rows the state tells of.
  func known(of rows: [ExactString: Row]) -> [ExactString: Row] {
    guard let fields else { return rows }
    return rows.mapValues { row in row.filter { fields.contains($0.key) } }
  }

  var description: String { "\(type) after line \(place)" }
}
