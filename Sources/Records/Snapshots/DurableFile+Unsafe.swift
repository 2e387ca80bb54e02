#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif
package import StoreErrors

/// A file that appears under its name only when it is whole and on the disk.
package struct DurableFile: ~Copyable {
  private let path: String
  private let descriptor: Int32
  private var isFinished = false

  /// Begins a file under a temporary name in the folder that it will stay in.
  init(_ path: String) throws(StoreError) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw Self.failure("open", path, .cannotCreate) }
  }

  deinit {
    if !isFinished {
      close(descriptor)
      unlink(path)
    }
  }

  /// Appends bytes.
  func write(_ bytes: [UInt8]) throws(StoreError) {
    var start = 0
    while start < bytes.count {
      // The buffer is lent for the call, and `start` stays within it.
      let written = bytes.withUnsafeBytes {
        #if canImport(Glibc)
          Glibc.write(descriptor, $0.baseAddress?.advanced(by: start), $0.count - start)
        #else
          Darwin.write(descriptor, $0.baseAddress?.advanced(by: start), $0.count - start)
        #endif
      }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw Self.failure("write", path, .io) }
      start += written
    }
  }

  /// Overwrites bytes at a place; they must be few.
  func write(_ bytes: [UInt8], at offset: Int) throws(StoreError) {
    let written = bytes.withUnsafeBytes {
      pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset))
    }
    guard written == bytes.count else { throw Self.failure("pwrite", path, .io) }
  }

  /// Flushes the file and gives it its name, in place of any that had it.
  mutating func finish(as target: String) throws(StoreError) {
    guard fsync(descriptor) == 0 else { throw Self.failure("fsync", path, .io) }
    guard rename(path, target) == 0 else { throw Self.failure("rename", path, .io) }
    close(descriptor)
    isFinished = true
    Self.flushFolder(of: target)
  }

  /// Writes a small file in one go.
  package static func write(_ bytes: [UInt8], to path: String) throws(StoreError) {
    var file = try DurableFile(path + ".part-\(getpid())-\(UInt32.random(in: 0 ... .max))")
    try file.write(bytes)
    try file.finish(as: path)
  }

  /// Makes the new name last; a file system that cannot flush folders has nothing better to offer.
  private static func flushFolder(of path: String) {
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let descriptor = open(
      folder.isEmpty ? "." : folder.joined(separator: "/") + "/",
      O_RDONLY | O_CLOEXEC
    )
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  private static func failure(_ call: String, _ path: String, _ code: StoreError.Code) -> StoreError
  {
    let number = errno
    let refined: StoreError.Code =
      switch number {
      case ENOSPC, EDQUOT, EFBIG: .diskFull
      case EACCES, EPERM: .permission
      case EROFS: .readOnly
      default: code
      }
    return StoreError(
      refined,
      "cannot write \(path)",
      hints: refined == .diskFull ? ["free some disk space"] : [],
      underlying: "\(call): \(String(cString: strerror(number)))"
    )
  }
}
