internal import ByteCoding
internal import EventLog
internal import OrderedBytes
internal import Synchronization

/// Records that were read lately, as readers get them: the pages that programs show again and again need no search and
/// no decoding for each record.
///
/// What it holds is right at one revision that the views show. Whoever brings the views further takes out what changed;
/// views that others brought further empty it. Two halves, of which the younger is filled and the elder given up when it
/// is full, keep about what was read last.
final class RecordCache: Sendable {
  private struct State {
    /// The views' revision that the records are of.
    var revision = Revision.zero
    var young: [RecordKey: StoredRecord] = [:]
    var elder: [RecordKey: StoredRecord] = [:]
    /// The stored bytes of the younger half.
    var bytes = 0

    mutating func empty(for revision: Revision) {
      self = State()
      self.revision = revision
    }
  }

  /// Half of it holds so many records, or so many stored bytes, at most.
  private static let mostRecords = 32_768
  private static let mostBytes = 8 << 20

  private let state = Mutex(State())

  /// A living record as the views show it at their revision, if it is known under that very definition.
  func find(
    _ key: RecordKey,
    at revision: Revision,
    under definition: TypeDefinition
  ) -> StoredRecord? {
    state.withLock { state in
      guard state.revision == revision else { return nil }
      if let record = state.young[key], record.definition === definition { return record }
      guard let record = state.elder[key], record.definition === definition else { return nil }
      state.young[key] = record
      return record
    }
  }

  /// Keeps a living record as the views show it at their revision.
  ///
  /// - Parameter bytes: how many bytes it has where it is stored.
  func keep(_ record: StoredRecord, _ key: RecordKey, at revision: Revision, bytes: Int) {
    // One large record is no reason to forget many small ones.
    guard bytes <= Self.mostBytes / 64 else { return }
    state.withLock { state in
      if state.revision < revision { state.empty(for: revision) }
      // A read that began before the views came further has seen what is past.
      guard state.revision == revision else { return }
      if state.young.count >= Self.mostRecords || state.bytes + bytes > Self.mostBytes {
        state.elder = state.young
        state.young = [:]
        state.bytes = 0
      }
      state.young[key] = record
      state.bytes += bytes
    }
  }

  /// Follows the views from one revision to another.
  ///
  /// - Parameter changed: keys of the table `records`, of all that changed and perhaps more.
  func advance(from old: Revision, to new: Revision, changed: FlatKeys) {
    state.withLock { state in
      guard state.revision == old, !state.young.isEmpty || !state.elder.isEmpty else {
        return state.empty(for: new)
      }
      for index in 0..<changed.count {
        guard let key = try? RecordKey(stored: changed[index]) else { return state.empty(for: new) }
        state.young[key] = nil
        state.elder[key] = nil
      }
      state.revision = new
    }
  }
}
