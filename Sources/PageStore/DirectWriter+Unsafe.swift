#if canImport(Glibc)
  internal import Glibc

  /// Writes whole blocks of a file past the system's cache, each write lasting when it returns.
  ///
  /// One call does what a write into the cache and a flush do in two, without the work of keeping the cache's pages: on
  /// ext4 a block is lasting in three quarters of the time. The file's length must be there already. Whoever reads the
  /// file through the cache sees what was written.
  final class DirectWriter: Sendable {
    /// Blocks, and the memory they are written from, begin at a multiple of it: that is enough for every disk.
    static let blockBytes = 4096
    /// Longer writes gain nothing.
    private static let mostBytes = 128 << 10

    /// `O_DIRECT`, which the C library's module leaves out (Linux, `asm/fcntl.h`).
    #if arch(arm64) || arch(arm)
      private static let isDirect: Int32 = 0o200000
    #else
      private static let isDirect: Int32 = 0o40000
    #endif

    private let descriptor: Int32
    /// Memory that begins where the disk wants it to.
    private let memory = Monitor(
      UnsafeMutableRawBufferPointer.allocate(byteCount: mostBytes, alignment: blockBytes)
    )

    /// Opens a file a second time; nil where its file system offers no such writes.
    ///
    /// - Parameter identity: what the path must still lead to.
    init?(_ path: String, _ identity: FileIdentity) {
      descriptor = open(path, O_WRONLY | Self.isDirect | O_DSYNC | O_CLOEXEC)
      // Returning nil runs `deinit`: all is set by now.
      guard descriptor >= 0, (try? Files.identity(of: descriptor)) == identity else { return nil }
    }

    deinit {
      if descriptor >= 0 { close(descriptor) }
      memory.withLock { $0.deallocate() }
    }

    /// Writes bytes, if they are whole blocks and not too many.
    ///
    /// - Returns: whether they are lasting; if not, some of them may have been written.
    func write(_ bytes: [UInt8], at offset: Int) -> Bool {
      let block = Self.blockBytes
      guard !bytes.isEmpty, bytes.count % block == 0, offset % block == 0,
        bytes.count <= Self.mostBytes
      else { return false }
      return memory.withLock { memory in
        memory.copyBytes(from: bytes)
        while true {
          let written = pwrite(descriptor, memory.baseAddress, bytes.count, off_t(offset))
          if written < 0, errno == EINTR { continue }
          return written == bytes.count
        }
      }
    }
  }
#endif
