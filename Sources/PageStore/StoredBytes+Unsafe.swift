internal import CLMDB

/// Bytes in LMDB's memory map: a key or a value.
///
/// They stay what they are until the next change in the same write transaction, or its end. Only the
/// closures of `withValue` and `withEntry` let them out, and those borrow the transaction or cursor
/// meanwhile, so that the compiler refuses both.
@usableFromInline
struct StoredBytes {
  @usableFromInline let buffer: UnsafeBufferPointer<UInt8>

  init(_ value: MDB_val) {
    buffer = UnsafeBufferPointer(
      start: value.mv_data?.assumingMemoryBound(to: UInt8.self),
      count: value.mv_size
    )
  }

  /// Lends the bytes.
  @inlinable
  func withSpan<R>(_ body: (Span<UInt8>) throws -> R) rethrows -> R {
    try body(Span(_unsafeElements: buffer))
  }

  /// A copy of the bytes.
  var array: [UInt8] { Array(buffer) }
}

/// A key in LMDB's memory map with its value.
@usableFromInline
struct StoredEntry {
  @usableFromInline let key: StoredBytes
  @usableFromInline let value: StoredBytes
}

extension MDB_val {
  /// Lends bytes to a C call as a key or value.
  ///
  /// The call must not write through the pointer.
  static func lending<R, Failure: Error>(
    _ bytes: Span<UInt8>,
    _ body: (inout MDB_val) throws(Failure) -> R
  ) throws(Failure) -> R {
    try bytes.withUnsafeBufferPointer { buffer throws(Failure) in
      var value = MDB_val(
        mv_size: buffer.count,
        mv_data: UnsafeMutableRawPointer(mutating: buffer.baseAddress)
      )
      return try body(&value)
    }
  }
}
