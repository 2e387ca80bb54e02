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
  /// The device and file system that hold it.
  let fileSystem: String

  /// Makes it, and warns where it is in memory.
  init(in parent: String?, named name: String? = nil) throws {
    let parent = parent ?? "/var/tmp"
    path = parent + "/" + (name ?? "annals-bench-\(getpid())")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    fileSystem = Kernel.fileSystem(of: parent) ?? "unknown file system"
    if fileSystem.hasSuffix("tmpfs") {
      Output.remark.write(
        "warning: \(parent) is in memory, where durable means nothing: use --folder"
      )
    }
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
