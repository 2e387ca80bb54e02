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

/// What the library `CallCounter` counts in this process, where it was loaded: see its header.
///
/// Unsafe is that the counters are functions of C found by name, whose form nobody checks but the two files.
struct CallCounter {
  private typealias Counter = @convention(c) () -> UInt64

  private let counters: (allocations: Counter, allocatedBytes: Counter, syncs: Counter)

  /// - Returns: nil where the library was not loaded.
  init?() {
    guard let allocations = Self.find("annals_bench_allocations"),
      let allocatedBytes = Self.find("annals_bench_allocated_bytes"),
      let syncs = Self.find("annals_bench_syncs")
    else { return nil }
    counters = (allocations, allocatedBytes, syncs)
  }

  /// Blocks of memory asked for so far.
  var allocations: Int { Int(counters.allocations()) }

  /// Their bytes.
  var allocatedBytes: Int { Int(counters.allocatedBytes()) }

  /// Calls so far that returned once bytes were lasting.
  var syncs: Int { Int(counters.syncs()) }

  private static func find(_ name: String) -> Counter? {
    // All that is loaded is looked through from the first on.
    dlsym(dlopen(nil, RTLD_NOW), name).map { unsafeBitCast($0, to: Counter.self) }
  }

  /// What a child's environment must say so that the library is loaded into it.
  ///
  /// - Throws: `BenchmarkError` where the library does not lie beside this program, or the system has no such way.
  static func environment() throws(BenchmarkError) -> [String] {
    let path = ChildProcess.neighbour("libCallCounter.so")
    guard FileManager.default.fileExists(atPath: path) else {
      throw BenchmarkError(
        "there is no \(path), without which no calls are counted",
        hint: "swift build --package-path Benchmarks builds it too; only Linux has it"
      )
    }
    return ["LD_PRELOAD=" + path]
  }
}
