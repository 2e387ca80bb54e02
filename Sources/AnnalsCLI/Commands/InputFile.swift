import PageStore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Input that a command line names: a file, or `-` for standard input.
enum InputFile {
  /// Reads all of it.
  ///
  /// - Throws: `StoreError`: `usage` where there is no such file, `permission`, `io`.
  static func read(_ path: String) throws(StoreError) -> [UInt8] {
    let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path, errno) }
    defer { if descriptor != STDIN_FILENO { close(descriptor) } }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      #if canImport(Glibc)
        let count = Glibc.read(descriptor, &piece, piece.count)
      #else
        let count = Darwin.read(descriptor, &piece, piece.count)
      #endif
      if count == 0 { return bytes }
      if count > 0 {
        bytes.append(contentsOf: piece[..<count])
      } else if errno != EINTR {
        throw failure(path, errno)
      }
    }
  }

  private static func failure(_ path: String, _ code: Int32) -> StoreError {
    let cause = String(cString: strerror(code))
    let kind: StoreError.Code =
      switch code {
      case ENOENT, ENOTDIR, EISDIR: .usage
      case EACCES, EPERM: .permission
      default: .io
      }
    return StoreError(kind, "\(path.quoted) cannot be read (\(cause))")
  }
}
