internal import ByteCoding
package import EventLog
internal import StoreErrors
#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension PageToken {
  /// What a token says: which query of which log it goes on with, at which revision, after which record.
  package struct Content: Sendable {
    package let identity: LogIdentity
    package let query: UInt64
    package let revision: Revision
    /// The last record's place in the order.
    package let key: [UInt8]
    package let id: ExactString
  }

  init(_ content: Content) {
    var writer = ByteWriter(reserving: 64)
    writer.append(1)
    writer.append(content.identity.uuid.byteArray)
    writer.appendFixed(content.query)
    writer.appendVarint(content.revision.rawValue)
    writer.appendText(content.id.text)
    writer.append(content.key)
    writer.appendFixed(Checksum.of(writer.bytes.span))
    self.init(Self.base64URL(writer.bytes))
  }

  /// Base64url without padding (RFC 4648, section 5): fit for shells and URLs.
  private static func base64URL(_ bytes: [UInt8]) -> String {
    let plain = Data(bytes).base64EncodedString().utf8.compactMap { byte -> UInt8? in
      switch byte {
      case UInt8(ascii: "+"): UInt8(ascii: "-")
      case UInt8(ascii: "/"): UInt8(ascii: "_")
      case UInt8(ascii: "="): nil
      default: byte
      }
    }
    return String(decoding: plain, as: UTF8.self)
  }

  /// Reads a token back.
  ///
  /// - Throws: `StoreError` (`usage`) where it was changed or is of another log or query.
  package func content(identity: LogIdentity, of query: Query) throws -> Content {
    let plain = text.replacing("-", with: "+").replacing("_", with: "/")
    let padded = plain + String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
    guard let data = Data(base64Encoded: padded), data.count > 8 else { throw Self.unusable }
    let bytes = Array(data)
    guard let content = try? Self.read(bytes) else { throw Self.unusable }
    guard content.identity == identity else {
      throw StoreError(
        .usage,
        "the page token is of another store",
        hints: ["begin with the first page"]
      )
    }
    guard content.query == query.fingerprint else {
      throw StoreError(
        .usage,
        "the page token is of another query",
        hints: ["repeat the same type, condition, order and view, or begin with the first page"]
      )
    }
    return content
  }

  private static func read(_ bytes: [UInt8]) throws -> Content? {
    let body = bytes.count - 8
    var end = ByteReader(bytes.span.extracting(body..<bytes.count))
    guard Checksum.of(bytes, in: 0..<body) == (try end.fixed64()) else { return nil }
    var reader = ByteReader(bytes.span.extracting(0..<body))
    guard try reader.byte() == 1 else { return nil }
    let identity = try reader.identity()
    let query = try reader.fixed64()
    let revision = Revision(try reader.varint())
    let id = ExactString(try reader.text())
    return Content(
      identity: identity,
      query: query,
      revision: revision,
      key: try reader.bytes(count: reader.remaining),
      id: id
    )
  }

  private static let unusable = StoreError(
    .usage,
    "the page token is not whole",
    hints: ["copy it whole, or begin with the first page"]
  )
}

extension Query {
  /// A number that tells the orders and conditions of queries apart, whatever their limits.
  package var fingerprint: UInt64 {
    var writer = ByteWriter(reserving: 64)
    writer.appendText(type.text)
    writer.appendValue(view.map { .text($0.text) })
    writer.appendVarint(UInt64(sort.count))
    for key in sort { writer.appendVarint(UInt64(key.field) << 1 | (key.isDescending ? 1 : 0)) }
    writer.append(condition)
    if let ids {
      writer.appendVarint(UInt64(ids.count))
      for id in ids { writer.appendText(id.text) }
    }
    return Checksum.of(writer.bytes.span)
  }
}
