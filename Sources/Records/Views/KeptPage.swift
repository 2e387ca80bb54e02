internal import Synchronization

/// The part of a kept list that was handed out last.
///
/// Programs show one page of a list again and again: the very array can be handed out once more, where a new one would
/// make another owner of all that each record consists of.
final class KeptPage: Sendable {
  private let last = Mutex<(range: Range<Int>, records: [StoredRecord])?>(nil)

  /// A part of a list's records.
  ///
  /// - Parameter range: within the indices of the records.
  func part(_ range: Range<Int>, of records: [StoredRecord]) -> [StoredRecord] {
    last.withLock { last in
      if let last, last.range == range { return last.records }
      let part = Array(records[range])
      last = (range, part)
      return part
    }
  }
}
