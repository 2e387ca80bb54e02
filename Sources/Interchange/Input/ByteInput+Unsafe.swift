#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif
internal import StoreErrors

/// Bytes that are read once, from the beginning to the end: a file, or standard input.
final class ByteInput {
  /// What the bytes come from, for messages.
  let name: String
  /// How many bytes there will be; nil where nobody knows before the end.
  let size: UInt64?
  /// How many bytes were read.
  private(set) var count: UInt64 = 0
  private let descriptor: Int32
  private let isOwner: Bool

  /// Opens a file; `-` is standard input.
  ///
  /// - Throws: `StoreError` (`permission`, `io`).
  init(path: String) throws(StoreError) {
    guard path != "-" else {
      name = "standard input"
      descriptor = STDIN_FILENO
      isOwner = false
      size = nil
      return
    }
    name = path
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    isOwner = true
    guard descriptor >= 0 else { throw Self.failure("open", path) }
    var facts = stat()
    let isFile = fstat(descriptor, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
    size = isFile ? UInt64(clamping: facts.st_size) : nil
  }

  /// Reads what somebody else has opened, and will close.
  init(name: String, descriptor: Int32) {
    self.name = name
    self.descriptor = descriptor
    isOwner = false
    size = nil
  }

  deinit { if isOwner { close(descriptor) } }

  /// Adds the next bytes to a buffer, at most so many.
  ///
  /// - Returns: how many; 0 at the end.
  func read(_ limit: Int, into buffer: inout [UInt8]) throws(StoreError) -> Int {
    while true {
      var failure: Int32 = 0
      let block = [UInt8](unsafeUninitializedCapacity: limit) { target, filled in
        // The block has room for `limit` bytes.
        #if canImport(Glibc)
          let got = Glibc.read(descriptor, target.baseAddress, limit)
        #else
          let got = Darwin.read(descriptor, target.baseAddress, limit)
        #endif
        failure = got < 0 ? errno : 0
        filled = max(got, 0)
      }
      if failure == EINTR { continue }
      guard failure == 0 else { throw Self.failure("read", name, failure) }
      buffer.append(contentsOf: block)
      count += UInt64(block.count)
      return block.count
    }
  }

  private static func failure(_ call: String, _ path: String, _ number: Int32 = errno) -> StoreError
  {
    StoreError(
      number == EACCES || number == EPERM ? .permission : .io,
      "cannot read \(path)",
      hints: ["check the path and your rights"],
      underlying: "\(call): \(String(cString: strerror(number)))"
    )
  }
}

extension [UInt8] {
  /// The place of the first such byte in a range.
  func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
    guard range.lowerBound >= 0, range.upperBound <= count else { return nil }
    return withUnsafeBytes { bytes in
      // The search stays within the range, which lies within the bytes.
      guard let base = bytes.baseAddress,
        let found = memchr(base + range.lowerBound, Int32(byte), range.count)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }
}
