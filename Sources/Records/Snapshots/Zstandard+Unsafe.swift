internal import CZstd
internal import EventLog

/// Zstandard, block by block.
enum Zstandard {
  /// Compresses some bytes; a low level, since a snapshot should cost little.
  static func compress(_ bytes: [UInt8]) -> [UInt8]? {
    let bound = ZSTD_compressBound(bytes.count)
    var isFailed = false
    let result = [UInt8](unsafeUninitializedCapacity: bound) { target, count in
      let written = bytes.withUnsafeBytes {
        ZSTD_compress(target.baseAddress, bound, $0.baseAddress, $0.count, 1)
      }
      isFailed = ZSTD_isError(written) != 0
      count = isFailed ? 0 : written
    }
    return isFailed ? nil : result
  }

  /// Expands what `compress` made; nil where that does not give exactly `count` bytes.
  static func expand(_ bytes: [UInt8], count: Int) -> [UInt8]? {
    var isWhole = false
    let result = [UInt8](unsafeUninitializedCapacity: count) { target, initialized in
      let written = bytes.withUnsafeBytes {
        ZSTD_decompress(target.baseAddress, count, $0.baseAddress, $0.count)
      }
      isWhole = ZSTD_isError(written) == 0 && written == count
      initialized = isWhole ? count : 0
    }
    return isWhole ? result : nil
  }
}
