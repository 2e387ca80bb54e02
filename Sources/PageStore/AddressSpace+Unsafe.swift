#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// How much of the process's address space is left.
enum AddressSpace {
  /// Whether so many more bytes can be mapped.
  ///
  /// LMDB unmaps before it maps anew, and is beyond help if the new size does not fit then.
  static func hasRoom(for bytes: Int) -> Bool {
    guard bytes > 0 else { return true }
    #if canImport(Darwin)
      let flags = MAP_PRIVATE | MAP_ANON
    #else
      let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
    #endif
    guard let start = mmap(nil, bytes, PROT_NONE, flags, -1, 0), start != MAP_FAILED else {
      return false
    }
    munmap(start, bytes)
    return true
  }
}
