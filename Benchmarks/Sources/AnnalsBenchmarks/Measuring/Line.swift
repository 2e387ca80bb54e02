#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Messages between parent and child: a line of JSON each.
enum Line {
  static func encode(_ message: some Encodable) throws -> String {
    String(decoding: try JSONEncoder().encode(message), as: UTF8.self)
  }

  static func decode<Message: Decodable>(_ type: Message.Type, _ line: String) throws -> Message {
    try JSONDecoder().decode(type, from: Data(line.utf8))
  }
}
