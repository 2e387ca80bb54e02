internal import EventLog

/// One type's records as the log makes them, which must be met in the order of their ids.
struct ExpectedRecords {
  /// All, in the order of their ids.
  private(set) var all: [(id: ExactString, state: RecordState)] = []
  private var next = 0

  init(_ fold: LogFold, ofType type: UInt32) throws {
    try fold.forEachState(ofType: type) { id, state in
      all.append((id, state))
      return true
    }
  }

  /// The state of a record that was just met; without events where the log does not name it.
  func state(of id: ExactString) -> RecordState {
    next > 0 && all[next - 1].id == id ? all[next - 1].state : RecordState()
  }

  /// Takes a record that is met.
  ///
  /// - Returns: a record before it that should have come, if there is one.
  mutating func meet(_ id: ExactString) -> ExactString? {
    guard next < all.count, all[next].id <= id else { return nil }
    guard all[next].id == id else { return all[next].id }
    next += 1
    return nil
  }

  /// A record that should still have come at the end.
  var rest: ExactString? { next < all.count ? all[next].id : nil }
}

extension RecordState {
  /// How this state differs from the one that the log gives, in a few words; nil where it does not.
  func difference(from wanted: RecordState, under definition: TypeDefinition) throws -> String? {
    guard self != wanted else { return nil }
    func words(_ what: String, _ found: some Equatable, _ wanted: some Equatable) -> String {
      "\(what) is \(found), by the log it is \(wanted)"
    }
    if version != wanted.version { return words("the version", version, wanted.version) }
    if isAlive != wanted.isAlive {
      return isAlive ? "it lives, by the log it is deleted" : "it is deleted, by the log it lives"
    }
    if life != wanted.life { return words("the life", life, wanted.life) }
    if position != wanted.position {
      return words("the last change", position.revision, wanted.position.revision)
    }
    if created != wanted.created {
      return words("its beginning", created.text(), wanted.created.text())
    }
    if updated != wanted.updated { return words("its time", updated.text(), wanted.updated.text()) }
    for field in definition.fields {
      let (found, right) = try (value(of: field.number), wanted.value(of: field.number))
      if found == right { continue }
      return words("\(field.name)", found.words, right.words)
    }
    return "its stored fields are not those of the log"
  }
}

extension Value? {
  /// The value for a message, cut where it is long.
  fileprivate var words: String {
    guard let self else { return "missing" }
    guard case .text(let text) = self else { return String(self.text.prefix(40)) }
    return "'\(text.prefix(40))'"
  }
}
