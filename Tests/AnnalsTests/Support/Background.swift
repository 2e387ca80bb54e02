import Annals
import Foundation
import Synchronization
import Testing

/// Work on a thread of its own, which may block.
///
/// What a test does beside a child process runs here: while a child runs, the testing library blocks a thread of
/// the pool.
final class Background: Sendable {
  private let isDone = DispatchSemaphore(value: 0)

  /// Begins the work; an error of it is recorded as an issue of the test.
  init(_ body: @escaping @Sendable () throws -> Void) {
    // The test that an issue belongs to is known to its own tasks only.
    let test = Test.current
    Thread.detachNewThread { [isDone] in
      do {
        try body()
      } catch {
        Issue.record(error, "in a thread of \(test?.name ?? "a test")")
      }
      isDone.signal()
    }
  }

  /// Waits until the work is done.
  func wait() { isDone.wait() }
}

/// Runs `body` on so many threads at once, with the thread's number, and waits for all.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) {
  (0..<count).map { number in Background { try body(number) } }.forEach { $0.wait() }
}

/// What several threads gather.
final class Gathered<Item: Sendable>: Sendable {
  private let list = Mutex<[Item]>([])
  var items: [Item] { list.withLock { $0 } }
  func add(_ item: Item) { list.withLock { $0.append(item) } }
}
