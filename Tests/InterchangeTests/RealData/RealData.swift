import Foundation
import JSONText

/// The real histories, which lie beside the project and not in it: `../shared/data`, or wherever `ANNALS_DATA` says.
enum RealData {
  static let folder: String? = {
    if let given = ProcessInfo.processInfo.environment["ANNALS_DATA"] { return given }
    var place = URL(fileURLWithPath: #filePath)
    while place.path != "/" {
      place.deleteLastPathComponent()
      let data = place.appendingPathComponent("shared/data").path
      if FileManager.default.fileExists(atPath: data + "/FORMAT.md") { return data }
    }
    return nil
  }()

  static var isThere: Bool { folder != nil }

  static let absence = "the real histories are not beside the project: ../shared/data is absent"

  /// Where a file is, which may be compressed.
  static func path(_ name: String) throws -> String {
    guard let folder else { throw Failure(absence) }
    let path = "\(folder)/\(name)"
    return FileManager.default.fileExists(atPath: path) ? path : path + ".zst"
  }

  /// Expands a file.
  static func bytes(_ name: String) throws -> Data {
    let path = try path(name)
    return path.hasSuffix(".zst")
      ? try output(of: "zstd", "-dcq", "--long=27", path)
      : try Data(contentsOf: URL(fileURLWithPath: path))
  }

  /// The documents of a file of JSON Lines.
  static func lines(_ name: String) throws -> [JSONValue] {
    let parser = JSONParser()
    return try bytes(name).split(separator: UInt8(ascii: "\n")).map {
      try parser.parse(Array($0)).value
    }
  }
}

extension JSONValue {
  /// The whole number of a member, 0 where there is none.
  func whole(_ name: String) -> UInt64 { member(name)?.number.flatMap { UInt64($0) } ?? 0 }

  /// The text of a member, empty where there is none.
  func text(_ name: String) -> String { member(name)?.string ?? "" }
}
