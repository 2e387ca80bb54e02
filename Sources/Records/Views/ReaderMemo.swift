internal import Synchronization

/// What a reader has made of a record in a list that is kept, or of all records of the list: the values of a Swift type
/// are decoded once, however often the list is read.
package final class ReaderMemo: Sendable {
  private let content = Mutex<(any AnyObject & Sendable)?>(nil)

  /// Makes an empty one.
  init() {}

  /// What was made last; nil before.
  package var made: (any AnyObject & Sendable)? {
    get { content.withLock { $0 } }
    set { content.withLock { $0 = newValue } }
  }
}
