#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif
internal import JSONText
package import StoreErrors
internal import Synchronization

/// A file of the lines that an import passed over, as JSON Lines.
package final class ReportFile: Sendable {
  private let path: String
  private let descriptor: Int32
  private let lock = Mutex(())

  /// Makes the file anew.
  ///
  /// - Throws: `StoreError` (`cannotCreate`).
  package init(path: String) throws(StoreError) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw StoreError(
        .cannotCreate,
        "cannot make the report \(path)",
        underlying: "open: \(String(cString: strerror(errno)))"
      )
    }
  }

  deinit { close(descriptor) }

  /// Adds `{"line":…,"error":…,"field":…,"text":…}`.
  ///
  /// - Throws: `StoreError` (`io`).
  package func add(_ report: ImportReport) throws(StoreError) {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("line")
    writer.integer(report.line)
    writer.key("error")
    writer.string(report.error.message)
    if let field = report.error.field {
      writer.key("field")
      writer.string(field)
    }
    writer.key("text")
    writer.string(report.text)
    writer.endObject()
    writer.endLine()
    try write(writer.bytes)
  }

  private func write(_ bytes: [UInt8]) throws(StoreError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      // The system reads at most `rest.count` bytes while the slice lends them.
      let written = rest.withUnsafeBytes { bytes in
        lock.withLock { _ in
          #if canImport(Glibc)
            Glibc.write(descriptor, bytes.baseAddress, bytes.count)
          #else
            Darwin.write(descriptor, bytes.baseAddress, bytes.count)
          #endif
        }
      }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else {
        throw StoreError(
          .io,
          "cannot write the report \(path)",
          underlying: "write: \(String(cString: strerror(errno)))"
        )
      }
      rest = rest.dropFirst(written)
    }
  }
}
