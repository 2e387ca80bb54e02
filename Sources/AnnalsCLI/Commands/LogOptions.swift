import Annals
import EventLog
import Records
import StoreErrors

/// What `log` and `tail` have in common: which events are meant, and what follows them.
enum LogOptions {
  static let subject = Argument(
    "TYPE[/ID]",
    "only events of this type, or of this record",
    .optional
  )
  static let oneLine = Option.flag("oneline", "one line for each event")
  static let position = Option.value(
    "position",
    "FILE",
    "go on behind the commit that FILE names, and keep the last one printed in it"
  )

  /// The type and the record that are named.
  ///
  /// - Parameter mayCome: whether a record that never was is taken for one that will come.
  /// - Throws: `StoreError` for a type that is not known, and for a record that never was.
  static func subject(
    _ invocation: Invocation,
    in store: Store,
    mayCome: Bool
  ) throws -> (type: ExactString, id: ExactString?)? {
    guard let text = invocation[subject] else {
      guard !invocation.has(.id) else {
        throw ParserError.missingArgument(subject, of: invocation.path)
      }
      return nil
    }
    let named = try RecordSelector.read(text, literalID: invocation[.id])
    _ = try store.type(named.type)
    if let id = named.id, !mayCome, case .neverExisted = try store.lookup(named.type, id) {
      throw StoreError(.notFound, "\(named.type)/\(id) never existed")
    }
    return (named.type, named.id)
  }

  /// The last events that fit, at most so many, oldest first.
  static func last(
    _ count: Int,
    of filter: EventFilter,
    in revisions: RevisionSpan,
    of store: Store
  ) throws -> [Event] {
    var events: [Event] = []
    guard count > 0 else { return events }
    try store.events(matching: filter, in: revisions, newestFirst: true) { event in
      events.append(event)
      return events.count < count
    }
    return events.reversed()
  }
}

extension Store {
  /// Visits the events that a filter accepts, by the shortest way to them.
  ///
  /// - Parameter visit: returns false to stop.
  func events(
    matching filter: EventFilter,
    in revisions: RevisionSpan,
    newestFirst: Bool,
    _ visit: (Event) throws -> Bool
  ) throws {
    guard let range = revisions.range else { return }
    let take = { (event: Event) throws in
      guard range.contains(event.commit.revision), filter.accepts(event) else { return true }
      return try visit(event)
    }
    if let subject = filter.subject, let id = subject.id {
      try events(of: subject.type, id, reversed: newestFirst, take)
    } else {
      try events(in: range, reversed: newestFirst, take)
    }
  }
}
