#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// One of the two pages from which LMDB finds everything else: transaction n writes page n mod 2, and the greater
/// transaction counts.
///
/// The format is that of `mdb.c`, LMDB 0.9: `MDB_page`, whose first field is the page's number, and `MDB_meta`.
enum MetaPage {
  /// What LMDB uses of it.
  static let byteCount = 152
  private static let numberBytes = 8

  /// Reads the page of a transaction, which must be one of the last two.
  static func read(
    of transaction: UInt64,
    _ handle: EnvironmentHandle
  ) throws(CallFailure) -> [UInt8] {
    let place = (transaction & 1) * UInt64(handle.pageSize)
    let bytes = try Files.read(handle.descriptor, at: place, byteCount)
    guard self.transaction(of: bytes) == transaction else {
      throw CallFailure(call: "pread", status: EIO)
    }
    return bytes
  }

  /// The last transaction that a file knows of; 0 where it is none of LMDB's.
  ///
  /// - Parameter pageSize: that of the file.
  static func newestTransaction(in file: OpenFile, pageSize: Int) throws(CallFailure) -> UInt64 {
    var newest: UInt64 = 0
    for place in [0, pageSize] {
      newest = max(newest, transaction(of: try file.read(at: place, byteCount)) ?? 0)
    }
    return newest
  }

  /// The two pages, by their places, which both lead to the transaction of a page.
  static func both(_ page: [UInt8]) -> [[UInt8]] {
    (0...1).map { number in
      [UInt8(number)] + [UInt8](repeating: 0, count: numberBytes - 1) + page[numberBytes...]
    }
  }

  /// The same page as if another transaction had written it.
  static func numbered(_ page: [UInt8], _ transaction: UInt64) -> [UInt8] {
    page[..<144] + (0..<8).map { UInt8(truncatingIfNeeded: transaction >> (8 * $0)) } + page[152...]
  }

  /// The size of the pages of the file that a page is of.
  static func pageSize(of page: [UInt8]) -> Int {
    // `md_pad` of the first table holds it.
    Int(page.number(at: 40, bytes: 4) ?? 0)
  }

  private static func transaction(of page: [UInt8]) -> UInt64? {
    page.number(at: 144, bytes: 8)
  }
}
