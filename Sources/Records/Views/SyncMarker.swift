#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
internal import PageStore
internal import StoreErrors

/// A small file that stands beside the views while they hold bytes that were not flushed to the
/// disk, with the machine's boot in it.
///
/// Found after another boot, it says that the views cannot be trusted: a killed process loses
/// nothing, a stopped machine may.
struct SyncMarker: Sendable {
  private let path: String

  init(in directory: String) { path = directory + "/unsynced" }

  /// Whether what stands in the folder is what was written.
  var isTrustworthy: Bool {
    guard let boot = try? String(contentsOfFile: path, encoding: .utf8) else {
      return !FileManager.default.fileExists(atPath: path)
    }
    return boot == MachineBoot.current
  }

  /// Says that unflushed bytes are about to be written.
  func set() throws {
    guard !FileManager.default.fileExists(atPath: path) else { return }
    try DurableFile.write(Array(MachineBoot.current.utf8), to: path)
  }

  /// Says that everything was flushed.
  func clear() throws {
    do { try FileManager.default.removeItem(atPath: path) } catch {
      guard FileManager.default.fileExists(atPath: path) else { return }
      throw StoreError(.io, "cannot remove \(path)", underlying: "\(error)")
    }
  }
}
