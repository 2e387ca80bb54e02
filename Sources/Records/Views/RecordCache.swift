internal import ByteCoding
internal import EventLog
internal import OrderedBytes
internal import Synchronization

/// Records that were read lately, as readers get them: those that programs show again and again need no search and no
/// decoding.
///
/// What it holds is right at one revision that the views show. Whoever brings the views further takes out what changed;
/// views that others brought further empty it.
final class RecordCache: Sendable {
  private struct State {
    /// The views' revision that the records are of.
    var revision = Revision.zero
    var records = Recent<RecordKey, StoredRecord>(mostItems: 32_768, mostBytes: 8 << 20)

    mutating func empty(for revision: Revision) {
      records.removeAll()
      self.revision = revision
    }
  }

  private let state = Mutex(State())

  /// A living record as the views show it at their revision, if it is known under that very definition.
  func find(
    _ key: RecordKey,
    at revision: Revision,
    under definition: TypeDefinition
  ) -> StoredRecord? {
    state.withLock { state in
      guard state.revision == revision, let record = state.records.find(key),
        record.definition === definition
      else { return nil }
      return record
    }
  }

  /// Keeps a living record as the views show it at their revision.
  ///
  /// - Parameter bytes: how many bytes it has where it is stored.
  func keep(_ record: StoredRecord, _ key: RecordKey, at revision: Revision, bytes: Int) {
    state.withLock { state in
      if state.revision < revision { state.empty(for: revision) }
      // A read that began before the views came further has seen what is past.
      guard state.revision == revision else { return }
      state.records.keep(record, key, bytes: bytes)
    }
  }

  /// Follows the views from one revision to another.
  ///
  /// - Parameter changed: keys of the table `records`, of all that changed and perhaps more.
  func advance(from old: Revision, to new: Revision, changed: FlatKeys) {
    state.withLock { state in
      guard state.revision == old, !state.records.isEmpty else { return state.empty(for: new) }
      for index in 0..<changed.count {
        guard let key = try? RecordKey(stored: changed[index]) else { return state.empty(for: new) }
        state.records.remove(key)
      }
      state.revision = new
    }
  }
}
