#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif
internal import StoreErrors

/// A file that is read from its beginning to its end.
struct InputFile: ~Copyable {
  private let path: String
  private let descriptor: Int32

  init(_ path: String) throws(StoreError) {
    self.path = path
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw StoreError(
        .io,
        "cannot read \(path)",
        underlying: "open: \(String(cString: strerror(errno)))"
      )
    }
  }

  deinit { close(descriptor) }

  /// The next bytes, fewer only at the end of the file.
  func read(_ count: Int) throws(StoreError) -> [UInt8] {
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { target, filled in
      while filled < count {
        // What is left of the target is `count - filled` bytes long.
        #if canImport(Glibc)
          let got = Glibc.read(descriptor, target.baseAddress?.advanced(by: filled), count - filled)
        #else
          let got = Darwin.read(
            descriptor,
            target.baseAddress?.advanced(by: filled),
            count - filled
          )
        #endif
        if got < 0, errno == EINTR { continue }
        if got < 0 { failure = errno }
        if got <= 0 { return }
        filled += got
      }
    }
    guard failure == 0 else {
      throw StoreError(
        .io,
        "cannot read \(path)",
        underlying: "read: \(String(cString: strerror(failure)))"
      )
    }
    return bytes
  }
}
