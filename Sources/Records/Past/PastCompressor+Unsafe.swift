internal import CZstd
internal import EventLog

/// Zstandard for many small blocks one after the other: the context is made once.
final class PastCompressor {
  /// Higher levels cost more time than they save bytes here.
  private static let level: Int32 = 1

  private let context: OpaquePointer

  /// Nil if there is no memory.
  init?() {
    guard let context = ZSTD_createCCtx() else { return nil }
    self.context = context
  }

  deinit { ZSTD_freeCCtx(context) }

  /// Compresses some bytes; nil if there is no memory.
  func compress(_ bytes: [UInt8]) -> [UInt8]? {
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
    return isFailed ? nil : result
  }
}
