#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// What tells files apart, whatever they are called: links and renames do not change it.
struct FileIdentity: Hashable {
  let device: UInt64
  let inode: UInt64
}

/// The few calls on files that the store makes itself.
///
/// None of them opens `data.mdb` or `lock.mdb`: closing any descriptor of these drops the locks that
/// LMDB holds on them for the whole process.
enum Files {
  /// What is at a path, following links.
  static func identity(at path: String) throws(CallFailure) -> FileIdentity {
    var facts = stat()
    try CallFailure.check("stat") { stat(path, &facts) }
    return FileIdentity(device: UInt64(facts.st_dev), inode: UInt64(facts.st_ino))
  }

  /// Whether a path leads to something.
  static func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// What a descriptor stands for.
  static func identity(of descriptor: Int32) throws(CallFailure) -> FileIdentity {
    var facts = stat()
    try CallFailure.check("fstat") { fstat(descriptor, &facts) }
    return FileIdentity(device: UInt64(facts.st_dev), inode: UInt64(facts.st_ino))
  }

  /// The length in bytes of the file at a path, following links.
  static func length(at path: String) throws(CallFailure) -> UInt64 {
    var facts = stat()
    try CallFailure.check("stat") { stat(path, &facts) }
    return UInt64(facts.st_size)
  }

  /// The file's length in bytes.
  static func length(of descriptor: Int32) throws(CallFailure) -> UInt64 {
    var facts = stat()
    try CallFailure.check("fstat") { fstat(descriptor, &facts) }
    return UInt64(facts.st_size)
  }

  /// Reads bytes of an open file, fewer at its end.
  static func read(
    _ descriptor: Int32,
    at offset: UInt64,
    _ count: Int
  ) throws(CallFailure) -> [UInt8] {
    var failure: CallFailure?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let read = pread(
          descriptor,
          buffer.baseAddress.map { $0 + filled },
          count - filled,
          off_t(offset) + off_t(filled)
        )
        if read < 0, errno == EINTR { continue }
        if read < 0 { failure = CallFailure(call: "pread", status: errno) }
        if read <= 0 { break }
        filled += read
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Takes room on the disk for the lock file, while nothing in this process has it open.
  ///
  /// LMDB maps that file and writes through the map: without the room, a full disk would end the
  /// process instead of giving an error. The file never becomes longer than LMDB makes it, as the
  /// processes that share it take the number of readers from its length.
  static func reserve(_ path: String, bytes: Int) throws(CallFailure) {
    #if os(Linux)
      let descriptor = try CallFailure.check("open") {
        open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
      }
      defer { close(descriptor) }
      let length = try length(of: descriptor)
      let room = length == 0 ? off_t(bytes) : min(off_t(bytes), off_t(length))
      let status = posix_fallocate(descriptor, 0, room)
      // File systems that cannot do this are let be.
      if status == ENOSPC || status == EDQUOT {
        throw CallFailure(call: "posix_fallocate", status: status)
      }
    #endif
  }

  /// Whether there is next to no room for a file to grow: on its file system, or under the limit on
  /// the size of files.
  static func isFull(_ descriptor: Int32) -> Bool {
    let next: UInt64 = 256 << 10
    var facts = statvfs()
    if fstatvfs(descriptor, &facts) == 0, UInt64(facts.f_bavail) * UInt64(facts.f_frsize) < next {
      return true
    }
    guard let limit = sizeLimit(), let length = try? length(of: descriptor) else { return false }
    return limit < length + next
  }

  /// Writes zeros at a file's end, unless less than some room would be left then, on the file system or under the limit
  /// on the size of files; whether that worked does not matter to the caller.
  static func appendZeros(
    to descriptor: Int32,
    from length: UInt64,
    _ count: UInt64,
    leaving room: UInt64
  ) {
    var facts = statvfs()
    guard fstatvfs(descriptor, &facts) == 0,
      UInt64(facts.f_bavail) * UInt64(facts.f_frsize) >= count + room,
      let limit = sizeLimit(), length + count <= limit
    else { return }
    try? write([UInt8](repeating: 0, count: Int(count)), to: descriptor, at: length)
  }

  /// Writes bytes into an open file.
  static func write(
    _ bytes: [UInt8],
    to descriptor: Int32,
    at offset: UInt64
  ) throws(CallFailure) {
    var failure: CallFailure?
    bytes.withUnsafeBytes { buffer in
      var written = 0
      while written < buffer.count, failure == nil {
        let result = pwrite(
          descriptor,
          buffer.baseAddress.map { $0 + written },
          buffer.count - written,
          off_t(offset) + off_t(written)
        )
        if result > 0 {
          written += result
        } else if result == 0 || errno != EINTR {
          failure = CallFailure(call: "pwrite", status: result == 0 ? ENOSPC : errno)
        }
      }
    }
    if let failure { throw failure }
  }

  /// The limit on the size of files.
  private static func sizeLimit() -> UInt64? {
    var limit = rlimit()
    #if canImport(Darwin)
      let status = getrlimit(RLIMIT_FSIZE, &limit)
    #else
      let status = getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    #endif
    return status == 0 ? UInt64(limit.rlim_cur) : nil
  }

  /// Whether the file system takes no writes.
  static func isOnReadOnlyFileSystem(_ path: String) -> Bool {
    var facts = statvfs()
    return statvfs(path, &facts) == 0 && Int(facts.f_flag) & Int(ST_RDONLY) != 0
  }

  /// Makes a folder, whose parent must exist.
  static func makeDirectory(_ path: String) throws(CallFailure) {
    try CallFailure.check("mkdir") { mkdir(path, 0o755) }
  }

  /// Renames; an empty folder at the new name is replaced.
  static func rename(_ old: String, to new: String) throws(CallFailure) {
    #if canImport(Darwin)
      try CallFailure.check("rename") { Darwin.rename(old, new) }
    #else
      try CallFailure.check("rename") { Glibc.rename(old, new) }
    #endif
  }

  /// Gives a file the rights of another, and its owner where the caller may.
  static func copyOwner(from old: String, to new: String) throws(CallFailure) {
    var facts = stat()
    try CallFailure.check("stat") { stat(old, &facts) }
    // Only root can give files away; then the caller owns it, as it would a new one.
    _ = chown(new, facts.st_uid, facts.st_gid)
    try CallFailure.check("chmod") { chmod(new, facts.st_mode & 0o7777) }
  }

  /// The names in a folder; none where it cannot be read.
  static func names(in directory: String) -> [String] {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Removes a file; whether that worked does not matter to the caller.
  static func removeFile(_ path: String) { unlink(path) }

  /// Removes an empty folder; whether that worked does not matter to the caller.
  static func removeDirectory(_ path: String) { rmdir(path) }

  /// Writes a file or folder through to the disk.
  static func sync(_ path: String) throws(CallFailure) {
    let descriptor = try CallFailure.check("open") { open(path, O_RDONLY | O_CLOEXEC) }
    defer { close(descriptor) }
    try sync(descriptor)
  }

  /// Writes an open file or folder through to the disk.
  static func sync(_ descriptor: Int32) throws(CallFailure) {
    #if canImport(Darwin)
      // `fsync` on Darwin leaves the bytes in the drive's own cache.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    try CallFailure.check("fsync") { fsync(descriptor) }
  }

  /// Writes an open file's bytes through to the disk, and of what is known about it only what is needed to find them.
  static func syncData(_ descriptor: Int32) throws(CallFailure) {
    #if canImport(Darwin)
      try sync(descriptor)
    #else
      try CallFailure.check("fdatasync") { fdatasync(descriptor) }
    #endif
  }

  /// Keeps a descriptor from programs that this one starts.
  static func closeOnExec(_ descriptor: Int32) throws(CallFailure) {
    let flags = try CallFailure.check("fcntl") { fcntl(descriptor, F_GETFD) }
    try CallFailure.check("fcntl") { fcntl(descriptor, F_SETFD, flags | FD_CLOEXEC) }
  }

  /// Opens a file for locking, making it if needed, and waits for its lock.
  ///
  /// Closing it lets go.
  static func openLocked(_ path: String) throws(CallFailure) -> Int32 {
    let descriptor = try CallFailure.check("open") {
      open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    }
    do {
      try CallFailure.check("flock") { flock(descriptor, LOCK_EX) }
      return descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// Closes a descriptor of `openLocked`.
  static func closeLocked(_ descriptor: Int32) { close(descriptor) }

  /// The folder a path lies in.
  static func parent(of path: String) -> String {
    var bytes = Array(path.utf8)
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == 0 ? "/" : String(decoding: bytes[..<slash], as: UTF8.self)
  }

  /// Lets the calling thread rest.
  static func pause(milliseconds: UInt32) { usleep(milliseconds * 1000) }
}
