internal import EventLog
internal import Synchronization

/// The beginnings of lists that were read lately, as readers get them: the pages that programs show again and again
/// need no search for each of their records.
///
/// What it holds is right at one revision that the views show, and given up when they come further. As they do so only
/// when some thousand events wait, and these are merged into what is read here, a list outlives many commits.
final class ListCache: Sendable {
  private struct State {
    /// The views' revision that the lists are of.
    var revision = Revision.zero
    var lists = Recent<[UInt8], KeptList>(mostItems: 1024, mostBytes: 16 << 20)
  }

  private let state = Mutex(State())

  /// A list's beginning as the views show it at their revision, if it is known under that very definition.
  ///
  /// - Parameter prefix: what the full keys of the list begin with.
  func find(
    _ prefix: [UInt8],
    at revision: Revision,
    under definition: TypeDefinition
  ) -> KeptList? {
    state.withLock { state in
      guard state.revision == revision, let list = state.lists.find(prefix),
        list.definition === definition
      else { return nil }
      return list
    }
  }

  /// Keeps a list's beginning as the views show it at their revision.
  func keep(_ list: KeptList, _ prefix: [UInt8], at revision: Revision) {
    state.withLock { state in
      if state.revision < revision {
        state.lists.removeAll()
        state.revision = revision
      }
      // A read that began before the views came further has seen what is past.
      guard state.revision == revision else { return }
      state.lists.keep(list, prefix, bytes: list.bytes)
    }
  }
}
