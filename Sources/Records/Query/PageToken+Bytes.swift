package import EventLog
internal import PageStore
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
    // base64url without padding (RFC 4648, section 5): fit for shells and URLs.
    self.init(
      Data(writer.bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
        .replacing("=", with: "")
    )
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
        hints: ["repeat the same type, --where, --sort and --view, or begin with the first page"]
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
  /// A number that tells the orders and conditions of queries apart, within this version of the program.
  package var fingerprint: UInt64 {
    var words = ["\(type.text.utf8.count)", type.text, view?.text ?? "", "\(view == nil)"]
    words.append(contentsOf: sort.map { "\($0.field)\($0.isDescending ? "-" : "+")" })
    if let condition { words.append(String(reflecting: condition)) }
    return Checksum.of(Array(words.joined(separator: "\u{0}").utf8).span)
  }
}
