package import EventLog
internal import OrderedBytes

/// Changes of one index on their way into the past: one buffer of keys and one of small structs.
///
/// An update of a record is two changes, the removal of its old entry and the insertion of its new one.
/// Costs 32 bytes a change beside its key.
package struct PastChanges: Sendable {
  /// One entry that begins or ends.
  struct Change {
    var isInsertion: Bool
    /// What the entry carries: a mark, or in a directory the number of a node.
    var content: UInt64
    var revision: UInt64
  }

  private var keys = FlatKeys()
  private(set) var changes: [Change] = []

  /// No changes yet.
  package init() {}

  /// How many changes there are.
  package var count: Int { changes.count }

  /// Whether there are none.
  package var isEmpty: Bool { changes.isEmpty }

  /// Adds a change; those of one key must come in the order of time.
  ///
  /// - Parameters:
  ///   - key: the entry's key, of any length up to some 64 KiB.
  ///   - mark: what an inserted entry carries; of a removal it does not matter.
  ///   - revision: when the entry begins or ends to be there.
  ///   - isInsertion: false for a removal.
  package mutating func append(
    _ key: Span<UInt8>,
    mark: UInt32,
    at revision: Revision,
    isInsertion: Bool
  ) {
    append(key, content: UInt64(mark), at: revision.rawValue, isInsertion: isInsertion)
  }

  /// Adds a change with a key that is an array; otherwise as for a span.
  package mutating func append(
    _ key: [UInt8],
    mark: UInt32,
    at revision: Revision,
    isInsertion: Bool
  ) {
    append(key.span, mark: mark, at: revision, isInsertion: isInsertion)
  }

  /// Forgets all changes but keeps the memory, for the next batch.
  package mutating func removeAll() {
    keys.removeAll()
    changes.removeAll(keepingCapacity: true)
  }

  mutating func append(
    _ key: Span<UInt8>,
    content: UInt64,
    at revision: UInt64,
    isInsertion: Bool
  ) {
    changes.append(Change(isInsertion: isInsertion, content: content, revision: revision))
    keys.append { $0.append(raw: key) }
  }

  /// The key of a change.
  @_lifetime(borrow self)
  func key(_ index: Int) -> Span<UInt8> { keys[index] }

  /// The changes' numbers in the order of their keys, those of one key in the order in which they came.
  func order() -> [Int] { keys.order() }
}
