import Foundation

/// Runs `body` in so many threads at once, each with its number, and waits for all of them.
func inThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let group = DispatchGroup()
  for number in 0..<count {
    group.enter()
    Thread.detachNewThread {
      body(number)
      group.leave()
    }
  }
  group.wait()
}
