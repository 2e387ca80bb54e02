internal import EventLog

/// Which of a record's fields were changed after a place in history, and by which event last.
///
/// A creation and a deletion change all fields.
struct LaterChanges {
  /// The last event that changed something, and whether an earlier commit after the place did so, too.
  private struct Touch {
    let last: Event
    var isRepeated = false

    /// Takes in an event that came before.
    mutating func take(_ event: Event) {
      if event.commit.revision != last.commit.revision { isRepeated = true }
    }
  }

  private var fields: [UInt32: Touch] = [:]
  private var lives: Touch?
  /// The last event of all.
  private(set) var last: Event?

  init() {}

  /// Takes in an event; the last of the record comes first.
  mutating func take(_ event: Event) {
    if last == nil { last = event }
    guard event.op == .update else {
      if lives == nil { lives = Touch(last: event) } else { lives?.take(event) }
      return
    }
    for change in event.changes {
      let field = change.field.number
      if fields[field] == nil {
        fields[field] = Touch(last: event)
      } else {
        fields[field]?.take(event)
      }
    }
  }

  /// The last event that changed a field.
  ///
  /// - Parameter sparesFirst: whether the first commit that changed it does not count.
  func event(changing field: UInt32, sparesFirst: Bool) -> Event? {
    guard let own = fields[field], let lives else {
      let only = fields[field] ?? lives
      return only.flatMap { !sparesFirst || $0.isRepeated ? $0.last : nil }
    }
    let isRepeated =
      own.isRepeated || lives.isRepeated || own.last.commit.revision != lives.last.commit.revision
    guard !sparesFirst || isRepeated else { return nil }
    return own.last.position < lives.last.position ? lives.last : own.last
  }
}
