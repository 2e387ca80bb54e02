import Foundation

/// Runs a test with an empty folder, which is removed afterwards.
func withTemporaryFolder<R>(_ body: (String) throws -> R) throws -> R {
  let folder = try makeTemporaryFolder()
  defer { try? FileManager.default.removeItem(atPath: folder) }
  return try body(folder)
}

/// Runs a test that waits, such as for another process, with an empty folder.
func withTemporaryFolder<R>(_ body: (String) async throws -> R) async throws -> R {
  let folder = try makeTemporaryFolder()
  defer { try? FileManager.default.removeItem(atPath: folder) }
  return try await body(folder)
}

private func makeTemporaryFolder() throws -> String {
  let folder = FileManager.default.temporaryDirectory.appending(
    path: "annals-log-\(UUID().uuidString)"
  )
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
  return folder.path
}
