#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension UUID {
  /// The sixteen bytes, in the order in which they are printed.
  package var byteArray: [UInt8] {
    let (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p) = uuid
    return [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p]
  }

  /// Makes a UUID from its sixteen bytes.
  package init?(bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    self.init(
      uuid: (
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8],
        bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
      )
    )
  }
}

extension LogIdentity {
  /// Makes an identity from the sixteen bytes of its UUID.
  package init?(bytes: [UInt8]) {
    guard let uuid = UUID(bytes: bytes) else { return nil }
    self.init(uuid)
  }
}
