internal import CZstd
public import StoreErrors
internal import Synchronization

/// Zstandard (RFC 8878), block by block.
public enum Zstandard {
  /// A low level: higher ones cost more time than the bytes that they save are worth here.
  private static let level: Int32 = 1

  /// Compresses one block after the other; its memory is made once, when it is first needed, and used by one thread at
  /// a time.
  public final class Compressor: Sendable {
    private let lock = Mutex(())
    // Belongs to this object until `deinit`; touched under the lock only. Without memory for it nothing compresses.
    nonisolated(unsafe) private var context: OpaquePointer?

    /// Makes one without memory yet.
    public init() {}

    deinit { ZSTD_freeCCtx(context) }

    /// Compresses some bytes.
    ///
    /// - Parameter dictionary: what `expand` will be given, too.
    /// - Throws: `internal` where there is no memory.
    public func compress(_ bytes: Span<UInt8>, with dictionary: Dictionary? = nil)
      throws(StoreError) -> [UInt8]
    {
      let bound = ZSTD_compressBound(bytes.count)
      var isFailed = false
      let result = [UInt8](unsafeUninitializedCapacity: bound) { target, count in
        let written = bytes.withUnsafeBytes { bytes in
          lock.withLock { _ -> Int? in
            if context == nil { context = Self.makeContext() }
            // Checked here: the library does not.
            guard context != nil else { return nil }
            // Nil takes the last one back.
            ZSTD_CCtx_refCDict(context, dictionary?.compressing)
            return ZSTD_compress2(
              context,
              target.baseAddress,
              bound,
              bytes.baseAddress,
              bytes.count
            )
          }
        }
        let isWhole = written.map { ZSTD_isError($0) == 0 } ?? false
        isFailed = !isWhole
        count = isFailed ? 0 : written ?? 0
      }
      guard !isFailed else { throw Self.outOfMemory }
      return result
    }

    private static func makeContext() -> OpaquePointer? {
      guard let context = ZSTD_createCCtx() else { return nil }
      ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, Zstandard.level)
      // Whoever stores a block knows its length and its dictionary.
      ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, 0)
      ZSTD_CCtx_setParameter(context, ZSTD_c_dictIDFlag, 0)
      return context
    }

    fileprivate static let outOfMemory = StoreError(
      .internal,
      "a block could not be compressed: there is no memory",
      hints: ["close other programs"]
    )
  }

  /// What many short blocks have in common: with it each compresses well alone.
  public final class Dictionary: Sendable {
    // Both belong to this object from `init` to `deinit`; they hold copies of the bytes, and many threads may use
    // them at once.
    nonisolated(unsafe) fileprivate let compressing: OpaquePointer
    nonisolated(unsafe) fileprivate let expanding: OpaquePointer

    /// Prepares a dictionary's bytes.
    ///
    /// - Throws: `internal` where there is no memory.
    public init(_ bytes: [UInt8]) throws(StoreError) {
      guard
        let compressing = bytes.withUnsafeBytes({
          ZSTD_createCDict($0.baseAddress, $0.count, Zstandard.level)
        })
      else { throw Compressor.outOfMemory }
      guard
        let expanding = bytes.withUnsafeBytes({ ZSTD_createDDict($0.baseAddress, $0.count) })
      else {
        ZSTD_freeCDict(compressing)
        throw Compressor.outOfMemory
      }
      self.compressing = compressing
      self.expanding = expanding
    }

    deinit {
      ZSTD_freeCDict(compressing)
      ZSTD_freeDDict(expanding)
    }

    /// Learns from samples what they have in common.
    ///
    /// - Parameters:
    ///   - samples: one after the other.
    ///   - sizes: the bytes of each.
    ///   - capacity: how many bytes the dictionary may have.
    /// - Returns: the bytes of a dictionary; nil where there is nothing to learn.
    /// - Complexity: O(bytes), some milliseconds for each hundred thousand.
    public static func learn(from samples: [UInt8], sizes: [Int], capacity: Int) -> [UInt8]? {
      // The sizes must not reach beyond the samples.
      guard sizes.reduce(0, +) <= samples.count else { return nil }
      let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { target, count in
        let learned = samples.withUnsafeBytes { samples in
          ZDICT_trainFromBuffer(
            target.baseAddress,
            capacity,
            samples.baseAddress,
            sizes,
            UInt32(clamping: sizes.count)
          )
        }
        count = ZDICT_isError(learned) == 0 ? learned : 0
      }
      return bytes.isEmpty ? nil : bytes
    }
  }

  /// Expands one block after the other; its memory is made once, when it is first needed, and used by one thread at a
  /// time.
  public final class Expander: Sendable {
    private let lock = Mutex(())
    // Belongs to this object until `deinit`; touched under the lock only. Without memory for it nothing expands.
    nonisolated(unsafe) private var context: OpaquePointer?

    /// Makes one without memory yet.
    public init() {}

    deinit { ZSTD_freeDCtx(context) }

    /// Expands what `compress` made; nil where that does not give exactly `count` bytes.
    public func expand(_ bytes: Span<UInt8>, count: Int, with dictionary: Dictionary? = nil)
      -> [UInt8]?
    {
      var isWhole = false
      let result = [UInt8](unsafeUninitializedCapacity: count) { target, initialized in
        let written = bytes.withUnsafeBytes { bytes in
          lock.withLock { _ -> Int? in
            if context == nil { context = ZSTD_createDCtx() }
            guard context != nil else { return nil }
            return ZSTD_decompress_usingDDict(
              context,
              target.baseAddress,
              count,
              bytes.baseAddress,
              bytes.count,
              dictionary?.expanding
            )
          }
        }
        // An error is no length.
        isWhole = written == count
        initialized = isWhole ? count : 0
      }
      return isWhole ? result : nil
    }
  }

  /// Expands one block; see `Expander.expand`.
  public static func expand(_ bytes: [UInt8], count: Int) -> [UInt8]? {
    Expander().expand(bytes.span, count: count)
  }
}
