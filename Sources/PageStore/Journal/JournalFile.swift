#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The file `journal` beside `data.mdb`.
enum JournalFile {
  /// Its length; written with zeros before it is used, so that flushing a frame need not flush the file's length.
  static let byteCount = 1 << 20

  /// Whether an environment has a journal.
  static func isThere(in directory: String) -> Bool { Files.isThere(path(in: directory)) }

  /// Whether a file that was opened before still is the journal of an environment.
  static func isInPlace(_ file: OpenFile, in directory: String) -> Bool {
    file.isAt(path(in: directory))
  }

  /// Opens the journal of an environment; nil where there is none.
  static func open(in directory: String, isReadOnly: Bool) throws(CallFailure) -> OpenFile? {
    do {
      let path = path(in: directory)
      return try OpenFile(path, isReadOnly: isReadOnly, writingThrough: !isReadOnly)
    } catch {
      if error.status == ENOENT { return nil }
      throw error
    }
  }

  /// Opens or makes the journal of an environment, with room for frames, all on the disk.
  static func make(in directory: String) throws(CallFailure) -> OpenFile {
    let file = try OpenFile(path(in: directory), creating: true, writingThrough: true)
    try takeRoom(file)
    try Files.sync(directory)
    return file
  }

  /// Writes zeros where a journal has no room yet.
  private static func takeRoom(_ file: OpenFile) throws(CallFailure) {
    let length = try file.length
    guard length < byteCount else { return }
    try file.write([UInt8](repeating: 0, count: byteCount - length), at: length)
    try file.sync()
  }

  private static func path(in directory: String) -> String { directory + "/journal" }
}
