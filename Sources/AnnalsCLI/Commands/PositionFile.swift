import EventLog
import Records
import StoreErrors

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A file that names the last commit a reader has had, so that it can go on there.
///
/// Three lines: what it is, of which store, and the revision. It is replaced as a whole, never half written.
struct PositionFile {
  private static let head = "annals position 1"

  /// Where it lies.
  let path: String
  private let identity: LogIdentity

  /// - Parameters:
  ///   - path: a link stands for the file that it names, which is replaced in its place.
  ///   - identity: the store that it is of.
  init(at path: String, of identity: LogIdentity) {
    let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
    self.path = isLink ? URL(filePath: path).resolvingSymlinksInPath().path : path
    self.identity = identity
  }

  /// The position; nil where the file is not there yet.
  ///
  /// - Parameter head: where the log ends.
  /// - Throws: `StoreError`: `badData` for another file; `conflict` for one of another store, or of a longer log;
  ///   `io` where it cannot be read.
  func read(head: Revision) throws(StoreError) -> Revision? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw StoreError(.io, "the position cannot be read (\(path))")
    }
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    guard lines.count == 3, lines[0] == Self.head, let store = lines[1].value(of: "store"),
      let number = lines[2].value(of: "revision")?.wholeMatch(after: "r").flatMap({ UInt64($0) })
    else {
      throw StoreError(
        .badData,
        "\(path.quoted) does not hold a position",
        hints: ["name a file that is not there yet, and it will be made"]
      )
    }
    guard store == "\(identity)" else {
      throw StoreError(
        .conflict,
        "the position in \(path.quoted) is of another store",
        hints: ["name another file, or remove \(path) to begin anew"]
      )
    }
    guard number <= head.rawValue else {
      throw StoreError(
        .conflict,
        "the position is r\(number), and the log ends at \(head): an older state of the store was put back",
        hints: ["remove \(path) to begin anew"]
      )
    }
    return Revision(number)
  }

  /// Keeps a position, which then survives a power cut.
  ///
  /// - Throws: `StoreError` (`cannotCreate`, `permission`, `readOnly`, `diskFull`, `io`).
  func keep(_ revision: Revision) throws(StoreError) {
    let text = "\(Self.head)\nstore \(identity)\nrevision \(revision)\n"
    do { try DurableFile.write(Array(text.utf8), to: path) } catch {
      throw StoreError(
        error.code,
        "the position cannot be kept (\(path))",
        hints: error.hints,
        underlying: error.underlying
      )
    }
  }
}

extension String {
  /// What stands behind a name and a blank.
  fileprivate func value(of name: String) -> String? {
    hasPrefix(name + " ") ? String(dropFirst(name.count + 1)) : nil
  }
}
