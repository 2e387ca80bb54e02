internal import EventLog
internal import Synchronization

/// The beginnings of lists that were read lately, as readers get them: the pages that programs show again and again
/// need no search for each of their records.
///
/// What it holds is right at one revision that the views show, and given up when they come further. As they do so only
/// when some thousand events wait, and these are merged into what is read here, a list outlives many commits.
final class ListCache: Sendable {
  /// The first records of a view whose full keys begin alike, in the order of these keys.
  struct Beginning: Sendable {
    /// More records of a list than this are not kept.
    private static let mostRecords = 256

    /// What all records are shown under.
    let definition: TypeDefinition
    private(set) var records: [StoredRecord] = []
    /// Their full keys.
    private(set) var keys: [[UInt8]] = []
    /// About how much memory they take.
    private(set) var bytes = 0
    /// Whether something that belongs next was left out.
    private var isCut = false
    /// Whether there are no more records in the list.
    private(set) var isWhole = false

    init(under definition: TypeDefinition) { self.definition = definition }

    /// Adds what comes next, as long as there is room.
    mutating func add(_ record: StoredRecord, _ key: [UInt8]) {
      guard !isCut, records.count < Self.mostRecords else {
        isCut = true
        return
      }
      var record = record
      record.memo = RecordMemo()
      records.append(record)
      keys.append(key)
      bytes += record.roughBytes + key.count
    }

    /// Notes that nothing comes next.
    mutating func finish() { isWhole = !isCut }
  }

  private struct State {
    /// The views' revision that the lists are of.
    var revision = Revision.zero
    var lists = Recent<[UInt8], Beginning>(mostItems: 1024, mostBytes: 16 << 20)
  }

  private let state = Mutex(State())

  /// A list's beginning as the views show it at their revision, if it is known under that very definition.
  ///
  /// - Parameter prefix: what the full keys of the list begin with.
  func find(
    _ prefix: [UInt8],
    at revision: Revision,
    under definition: TypeDefinition
  ) -> Beginning? {
    state.withLock { state in
      guard state.revision == revision, let list = state.lists.find(prefix),
        list.definition === definition
      else { return nil }
      return list
    }
  }

  /// Keeps a list's beginning as the views show it at their revision.
  func keep(_ list: Beginning, _ prefix: [UInt8], at revision: Revision) {
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

extension StoredRecord {
  /// About how much memory it takes.
  fileprivate var roughBytes: Int {
    values.reduce(200) { sum, value in
      switch value {
      case .text(let text)?, .json(let text)?: sum + 48 + text.utf8.count
      case .bytes(let bytes)?: sum + 48 + bytes.count
      case .decimal(let number)?: sum + 80 + number.digits.count
      default: sum + 24
      }
    }
  }
}
