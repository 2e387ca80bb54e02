import Synchronization

/// Shows on a terminal how far work that takes over a second has come.
final class ProgressBar: Sendable {
  private struct State {
    var lastShown: ContinuousClock.Instant
    var isShown = false
  }

  private let label: String
  private let output: Output
  private let start = ContinuousClock.now
  private let state: Mutex<State>

  init(_ label: String, _ output: Output) {
    self.label = label
    self.output = output
    state = Mutex(State(lastShown: start))
  }

  /// Takes note of progress; a total of 0 is unknown.
  func update(done: UInt64, total: UInt64) {
    guard output.messages.isTerminal, !output.isQuiet else { return }
    state.withLock { state in
      let now = ContinuousClock.now
      guard now - start > .seconds(1), now - state.lastShown > .milliseconds(100) else { return }
      state.lastShown = now
      state.isShown = true
      // A bar that cannot be drawn must not stop the work.
      try? output.messages.write("\r\u{1B}[K" + text(done, total))
      try? output.messages.flush()
    }
  }

  /// Takes the bar away.
  func finish() {
    state.withLock { state in
      guard state.isShown else { return }
      state.isShown = false
      try? output.messages.write("\r\u{1B}[K")
      try? output.messages.flush()
    }
  }

  private func text(_ done: UInt64, _ total: UInt64) -> String {
    guard total > 0 else { return "\(label) \(done)" }
    let cells = 30
    let filled = Int(Double(min(done, total)) / Double(total) * Double(cells))
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: cells - filled)
    return "\(label) \(bar) \(min(done, total) * 100 / total)%"
  }
}
