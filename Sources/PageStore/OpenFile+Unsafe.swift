#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A file that the store itself keeps open, beside those that LMDB does.
final class OpenFile: Sendable {
  private let descriptor: Int32
  #if canImport(Glibc)
    private let direct: DirectWriter?
  #endif

  /// Opens a file.
  ///
  /// - Parameter writingThrough: whether `writeThrough` will be used often.
  init(
    _ path: String,
    isReadOnly: Bool = false,
    creating: Bool = false,
    writingThrough: Bool = false
  ) throws(CallFailure) {
    let flags = (isReadOnly ? O_RDONLY : O_RDWR) | (creating ? O_CREAT : 0) | O_CLOEXEC
    let descriptor = try CallFailure.check("open") { open(path, flags, 0o644) }
    self.descriptor = descriptor
    #if canImport(Glibc)
      let identity = writingThrough ? try? Files.identity(of: descriptor) : nil
      direct = identity.flatMap { DirectWriter(path, $0) }
    #endif
  }

  deinit { close(descriptor) }

  /// Its length in bytes.
  var length: Int {
    get throws(CallFailure) { Int(try Files.length(of: descriptor)) }
  }

  /// Whether a path leads to it: what is written to a file that was taken away, nobody finds.
  func isAt(_ path: String) -> Bool {
    guard let identity = try? Files.identity(of: descriptor) else { return false }
    return (try? Files.identity(at: path)) == identity
  }

  /// Reads bytes, fewer at the end of the file.
  func read(at offset: Int, _ count: Int) throws(CallFailure) -> [UInt8] {
    try Files.read(descriptor, at: UInt64(offset), count)
  }

  /// Writes bytes.
  func write(_ bytes: [UInt8], at offset: Int) throws(CallFailure) {
    try Files.write(bytes, to: descriptor, at: UInt64(offset))
  }

  /// Writes bytes, whose place in the file is there already, and waits until they are on the disk.
  ///
  /// Quickest for whole blocks at a multiple of a block's length.
  func writeThrough(_ bytes: [UInt8], at offset: Int) throws(CallFailure) {
    #if canImport(Glibc)
      // What may be wrong with it, the ordinary way says.
      if let direct, direct.write(bytes, at: offset) { return }
    #endif
    try write(bytes, at: offset)
    try sync()
  }

  /// Waits until what was written is on the disk.
  func sync() throws(CallFailure) { try Files.syncData(descriptor) }

  /// Takes the lock that LMDB holds on the first byte of `lock.mdb` for as long as an environment is open; closing the
  /// file lets go.
  ///
  /// - Returns: whether it was taken: false while another process has the environment open.
  func lockAlone() throws(CallFailure) -> Bool {
    var region = flock()
    region.l_type = Int16(F_WRLCK)
    region.l_whence = Int16(SEEK_SET)
    region.l_len = 1
    if fcntl(descriptor, F_SETLK, &region) == 0 { return true }
    if errno == EAGAIN || errno == EACCES { return false }
    throw CallFailure(call: "fcntl", status: errno)
  }

  /// Waits until no other process has this lock, and takes it; closing the file lets go.
  func lock() throws(CallFailure) { try CallFailure.check("flock") { flock(descriptor, LOCK_EX) } }
}
