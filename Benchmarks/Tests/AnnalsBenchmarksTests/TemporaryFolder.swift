import Foundation

/// An empty folder, removed again when the last reference goes.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "annals-bench-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
