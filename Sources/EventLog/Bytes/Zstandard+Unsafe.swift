internal import CZstd
package import PageStore

/// Zstandard (RFC 8878), block by block.
package enum Zstandard {
  /// Compresses one block after the other; its memory is made once.
  package final class Compressor {
    /// A low level: higher ones cost more time than the bytes that they save are worth here.
    private static let level: Int32 = 1

    private let context: OpaquePointer

    /// Makes the memory.
    ///
    /// - Throws: `internal` where there is none.
    package init() throws(StoreError) {
      guard let context = ZSTD_createCCtx() else { throw Self.outOfMemory }
      self.context = context
    }

    deinit { ZSTD_freeCCtx(context) }

    /// Compresses some bytes.
    ///
    /// - Throws: `internal` where there is no memory.
    package func compress(_ bytes: Span<UInt8>) throws(StoreError) -> [UInt8] {
      let bound = ZSTD_compressBound(bytes.count)
      var isFailed = false
      let result = [UInt8](unsafeUninitializedCapacity: bound) { target, count in
        let written = bytes.withUnsafeBytes {
          ZSTD_compressCCtx(
            context,
            target.baseAddress,
            bound,
            $0.baseAddress,
            $0.count,
            Self.level
          )
        }
        isFailed = ZSTD_isError(written) != 0
        count = isFailed ? 0 : written
      }
      guard !isFailed else { throw Self.outOfMemory }
      return result
    }

    private static let outOfMemory = StoreError(
      .internal,
      "a block could not be compressed: there is no memory",
      hints: ["close other programs"]
    )
  }

  /// Expands one block after the other; its memory is made once.
  package final class Expander {
    // Belongs to this object from `init` to `deinit`; without memory for it nothing expands.
    private let context: OpaquePointer?

    /// Makes the memory.
    package init() { context = ZSTD_createDCtx() }

    deinit { ZSTD_freeDCtx(context) }

    /// Expands what `compress` made; nil where that does not give exactly `count` bytes.
    package func expand(_ bytes: Span<UInt8>, count: Int) -> [UInt8]? {
      var isWhole = false
      let result = [UInt8](unsafeUninitializedCapacity: count) { target, initialized in
        let written = bytes.withUnsafeBytes {
          ZSTD_decompressDCtx(context, target.baseAddress, count, $0.baseAddress, $0.count)
        }
        isWhole = ZSTD_isError(written) == 0 && written == count
        initialized = isWhole ? count : 0
      }
      return isWhole ? result : nil
    }
  }

  /// Expands one block; see `Expander.expand`.
  package static func expand(_ bytes: [UInt8], count: Int) -> [UInt8]? {
    Expander().expand(bytes.span, count: count)
  }
}
