extension RandomAccessCollection<UInt8> where Index == Int {
  /// A number in the machine's byte order (little-endian on all that Annals runs on), as LMDB stores it; nil past the end.
  func number(at offset: Int, bytes: Int) -> UInt64? {
    guard offset + bytes <= count else { return nil }
    return (0..<bytes).reduce(0) { $0 | UInt64(self[startIndex + offset + $1]) << (8 * UInt64($1)) }
  }
}
