/// One ordered table of keys and values in an environment.
///
/// Keys are 1 to 511 bytes, ordered by `memcmp`; values are 0 to 2,147,418,112 bytes. A key and value
/// of at most 2,030 bytes together (on pages of 4 KiB) lie beside others; a larger value has pages of
/// its own, and up to half a page is lost.
public struct Table: Sendable {
  /// The name it was opened by.
  public let name: String
  /// LMDB's number for it.
  let number: UInt32
  /// The environment it belongs to, as numbers mean nothing elsewhere.
  let environment: UInt64

  /// The most bytes a key may have.
  public static let maximumKeyBytes = 511
  /// The most bytes a value may have: Linux writes no more at once.
  public static let maximumValueBytes = 0x7FFF_0000
}
