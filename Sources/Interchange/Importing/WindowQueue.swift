internal import Dispatch
internal import Synchronization

/// Hands windows from the thread that reads to the one that writes, so that both work at the same time; at most
/// two wait.
final class WindowQueue<Window: Sendable>: Sendable {
  private struct State {
    var waiting: [Result<Window?, any Error>] = []
    var isCancelled = false
  }

  /// How many windows may wait.
  private static var capacity: Int { 2 }

  private let state = Mutex(State())
  // Begins at 0 and is raised after: one that ends below its first value stops the program.
  private let room = DispatchSemaphore(value: 0)
  private let filled = DispatchSemaphore(value: 0)

  /// Begins to read on a thread of its own.
  init<Reader: ImportReader>(reading reader: sending Reader) where Reader.Window == Window {
    for _ in 0..<Self.capacity { room.signal() }
    // The lock hands the reader over: nobody else ever asks for it.
    let reader = Mutex(reader)
    DispatchQueue(label: "annals.import").async { [self] in
      reader.withLock { reader in
        while true {
          let window = Result { try reader.next() }
          room.wait()
          let goesOn = state.withLock { state in
            state.waiting.append(window)
            return !state.isCancelled
          }
          filled.signal()
          guard goesOn, case .success(.some) = window else { return }
        }
      }
    }
  }

  /// The next window; nil at the end.
  func next() throws -> Window? {
    filled.wait()
    let window = state.withLock { $0.waiting.removeFirst() }
    room.signal()
    return try window.get()
  }

  /// Lets the reader stop at its next window.
  func cancel() {
    state.withLock { $0.isCancelled = true }
    room.signal()
  }
}
