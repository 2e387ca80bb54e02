#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What is known of the terminal, if there is one.
enum Terminal {
  /// Whether a person can be asked: what is typed and what is said are both on one.
  static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  /// The width in cells of the terminal behind a descriptor, or nil where there is none.
  static func width(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}
