#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A program that shows long output a screen at a time.
struct Pager {
  private let close: () -> Void
  /// What is written here is shown.
  let channel: Channel

  /// Starts the user's pager: `ANNALS_PAGER`, else `PAGER`, else `less`.
  ///
  /// Where `LESS` is not set it is `FRX`, as with git: colours are shown, and less goes away by itself for short
  /// output.
  ///
  /// - Returns: nil where it cannot be started or is not wanted (an empty one, or `cat`).
  init?(environment: [String: String]) {
    // What is printed is UTF-8, whatever the locale says.
    setenv("LESSCHARSET", "utf-8", 0)
    setenv("LESS", "FRX", 0)
    let command = environment["ANNALS_PAGER"] ?? environment["PAGER"] ?? "less"
    guard !command.isEmpty, command != "cat", let pipe = popen(command, "w") else { return nil }
    // Ctrl-C belongs to the pager now.
    signal(SIGINT, SIG_IGN)
    channel = Channel(descriptor: fileno(pipe), isTerminal: true)
    close = { pclose(pipe) }
  }

  /// Waits until the user has read enough.
  func wait() { close() }
}
