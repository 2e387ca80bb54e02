import EventLog
import Records

extension Zone {
  /// An instant as the zone's clocks show it, with their offset: RFC 3339, so that it can be given back.
  func text(_ instant: Instant) -> String {
    // Before there were zones, offsets had seconds, which RFC 3339 cannot write.
    let minutes = (Double(offset(at: instant.seconds)) / 60).rounded()
    return instant.text(offsetMinutes: Int(minutes))
  }

  /// An instant to the second, for tables, where its last digits would take the place of more telling things.
  func shortText(_ instant: Instant) -> String {
    text(Instant(seconds: instant.seconds) ?? instant)
  }

  /// How a reading command says which point it read: `r118 (2024-03-01T23:59:59Z)`.
  ///
  /// The last nanosecond of a second, where a day ends, is shown as that second.
  func text(_ point: ResolvedPoint) -> String {
    var time = point.time
    if time.nanoseconds == 999_999_999 { time = Instant(seconds: time.seconds) ?? time }
    return "\(point.revision) (\(text(time)))"
  }
}
