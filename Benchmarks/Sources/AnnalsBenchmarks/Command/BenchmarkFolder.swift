#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The folder that a run makes for its stores.
struct BenchmarkFolder {
  let path: String

  /// Makes it, and warns where it is in memory.
  init(in parent: String?, named name: String? = nil) throws {
    let parent = parent ?? "/var/tmp"
    path = parent + "/" + (name ?? "annals-bench-\(getpid())")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    if Kernel.fileSystem(of: parent)?.hasSuffix("tmpfs") ?? false {
      Output.remark.write(
        "warning: \(parent) is in memory, where durable means nothing: use --folder"
      )
    }
  }

  /// Makes a folder within it.
  func folder(_ name: String) throws -> String {
    try FileManager.default.createDirectory(
      atPath: path + "/" + name,
      withIntermediateDirectories: true
    )
    return path + "/" + name
  }

  /// Removes it with all that it holds.
  ///
  /// Where a worker was killed, its server may put files there for some moments more.
  func remove() {
    for _ in 0..<50 {
      try? FileManager.default.removeItem(atPath: path)
      guard FileManager.default.fileExists(atPath: path) else { return }
      usleep(100_000)
    }
  }
}
