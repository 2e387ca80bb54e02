internal import CZstd
internal import StoreErrors

/// Expands a Zstandard stream (RFC 8878) piece by piece, in bounded memory.
final class ZstandardExpander {
  // Belongs to this object from `init` to `deinit`.
  private let context: OpaquePointer?
  private var isInFrame = false

  init() { context = ZSTD_createDCtx() }

  deinit { ZSTD_freeDCtx(context) }

  /// Adds what some compressed bytes expand to.
  func expand(_ input: [UInt8], into buffer: inout [UInt8]) throws(StoreError) {
    let room = ZSTD_DStreamOutSize()
    var place = 0
    var isFull = true
    while place < input.count || isFull {
      var code = 0
      let piece = [UInt8](unsafeUninitializedCapacity: room) { target, filled in
        input.withUnsafeBytes { source in
          var from = ZSTD_inBuffer(src: source.baseAddress, size: source.count, pos: place)
          var to = ZSTD_outBuffer(dst: target.baseAddress, size: room, pos: 0)
          code = ZSTD_decompressStream(context, &to, &from)
          place = from.pos
          filled = to.pos
        }
      }
      guard ZSTD_isError(code) == 0 else {
        throw StoreError(
          .badData,
          "the compressed input is damaged",
          underlying: "ZSTD_decompressStream: \(String(cString: ZSTD_getErrorName(code)))"
        )
      }
      buffer.append(contentsOf: piece)
      isInFrame = code != 0
      isFull = piece.count == room
    }
  }

  /// Refuses a stream that ends too early.
  func finish() throws(StoreError) {
    guard !isInFrame else { throw StoreError(.badData, "the compressed input is cut off") }
  }
}
