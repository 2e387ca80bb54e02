import EventLog
import Records

/// Which events a log is asked for; each condition that is set must hold.
struct EventFilter {
  /// Of this type, and this record where an id is named.
  var subject: (type: ExactString, id: ExactString?)?
  /// With this operation.
  var operation: Event.Op?
  /// By one of these; none for all.
  var actors: Set<ExactString> = []
  /// With a reason that one of these matches; none for all.
  var reasons: [ReasonPattern] = []
  /// That changed one of these fields.
  var fields: NamedFields?
  /// With which this value came or went, in one of the fields.
  var pickaxe: Pickaxe?

  /// Whether an event is asked for.
  func accepts(_ event: Event) -> Bool {
    if let subject {
      guard subject.type == event.definition.name else { return false }
      if let id = subject.id, id != event.id || event.op == .define { return false }
    }
    if let operation, operation != event.op { return false }
    if !actors.isEmpty, !actors.contains(ExactString(event.commit.actor)) { return false }
    if !reasons.isEmpty, !reasons.contains(where: { $0.matches(event.commit.reason) }) {
      return false
    }
    guard fields != nil || pickaxe != nil else { return true }
    return event.changes.contains { change in
      (fields?.contain(change.field, of: event.definition) ?? true)
        && (pickaxe?.finds(change.old, change.new) ?? true)
    }
  }
}
