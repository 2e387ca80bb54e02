package import Annals
package import EventLog
internal import JSONText
internal import StoreErrors
package import Records

/// Exports a store's log as JSON Lines, of which `JSONLinesImport` makes a store with the same log, byte for byte.
///
/// The first line is `{"format":"annals-log/1","store":…,"head":N}`. Each event follows on a line of its own, in the
/// order of the log; the lines of one revision are one commit.
package enum JSONLinesExport {
  /// The name and version of the format.
  package static let format = "annals-log/1"
  private static let blockBytes = 1 << 16

  /// Writes the log out.
  ///
  /// - Parameters:
  ///   - store: what to export.
  ///   - revision: the last commit wanted; nil for the head.
  ///   - progress: gets the commits done and their total.
  ///   - write: gets the bytes, piece by piece.
  /// - Returns: the last commit exported.
  /// - Throws: `StoreError` (`notFound`, `io`, `damaged`, `closed`), and what `write` throws.
  /// - Complexity: O(bytes), in bounded memory.
  @discardableResult
  package static func run(
    from store: Store,
    through revision: Revision? = nil,
    progress: Progress? = nil,
    _ write: ([UInt8]) throws -> Void
  ) throws -> Revision {
    let point = try store.resolve(revision.map(Point.revision) ?? .head)
    let last = point.revision
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("format")
    writer.string(format)
    writer.key("store")
    writer.string(store.identity.description)
    writer.key("head")
    writer.integer(last.rawValue)
    writer.endObject()
    writer.endLine()
    if last > .zero {
      try store.events(in: Revision(1)...last) { event in
        writer.appendLine(event)
        if writer.bytes.count >= blockBytes {
          try write(writer.bytes)
          writer.removeAll()
          progress?(event.commit.revision.rawValue, last.rawValue)
        }
        return true
      }
    }
    try write(writer.bytes)
    return last
  }
}
