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

/// What the kernel says of this process, its files and the machine.
///
/// Answers are nil where there is no Linux `/proc`.
enum Kernel {
  /// The most memory that this process ever had resident, mapped files included.
  static func peakResidentBytes() -> Int? { kilobytes("VmHWM:", in: "/proc/self/status") }

  /// The memory of this process that is not backed by a file.
  static func anonymousBytes() -> Int? { kilobytes("RssAnon:", in: "/proc/self/status") }

  /// Bytes that this process and others caused to be sent to the disk, their ended children included.
  static func bytesWritten(with others: [Int32] = []) -> Int? {
    func bytes(_ process: String) -> Int? {
      line("write_bytes:", in: "/proc/\(process)/io").flatMap { Int($0) }
    }
    return bytes("self").map { own in others.reduce(own) { $0 + (bytes("\($1)") ?? 0) } }
  }

  /// Seconds of processor time that all threads of this process used, and those of others with their ended children.
  static func processorSeconds(with others: [Int32] = []) -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    let own = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    return others.reduce(own) { $0 + processorSeconds(of: $1) }
  }

  /// In steps of a hundredth of a second, as the kernel counts for others to see.
  private static func processorSeconds(of process: Int32) -> Double {
    // After the name, which may hold anything, the four times are the 12th to 15th words.
    let words = text("/proc/\(process)/stat")?.split(separator: ")").last?.split(separator: " ")
    let ticks = words?.dropFirst(11).prefix(4).compactMap { Double($0) } ?? []
    return ticks.reduce(0, +) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// Sends all that waits to the disk, so that one engine's leftovers are not written in another's turn.
  static func settle() { sync() }

  /// Bytes that the files of a folder occupy on the disk, holes left out.
  static func bytesOnDisk(under folder: String) throws -> Int {
    var total = 0
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      var info = stat()
      guard lstat(folder + "/" + path, &info) == 0 else {
        throw BenchmarkError("cannot read the size of \(folder)/\(path)")
      }
      total += Int(info.st_blocks) * 512
    }
    return total
  }

  /// Cores, processor, memory, system and build in one line.
  static func machine() -> String {
    let cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    var parts = ["\(cores) cores"]
    if let model = line("model name", in: "/proc/cpuinfo") {
      parts.append(String(model.drop { $0 == ":" || $0 == " " || $0 == "\t" }))
    }
    if let memory = kilobytes("MemTotal:", in: "/proc/meminfo") {
      parts.append("\((memory + (1 << 29)) >> 30) GB")
    }
    if let release = text("/proc/sys/kernel/osrelease") {
      parts.append("Linux " + release.split(separator: "\n").joined())
    }
    #if DEBUG
      parts.append("DEBUG BUILD: times mean nothing, use -c release")
    #endif
    return parts.joined(separator: ", ")
  }

  /// The device and file system that hold a folder: `/dev/vda ext4`.
  static func fileSystem(of folder: String) -> String? {
    var best: (point: Substring, name: String)?
    for mount in (text("/proc/self/mounts") ?? "").split(separator: "\n") {
      let words = mount.split(separator: " ")
      guard words.count > 2 else { continue }
      let point = words[1]
      let isAbove = point == "/" || folder == point || folder.hasPrefix(point + "/")
      if isAbove, point.utf8.count >= best?.point.utf8.count ?? 0 {
        best = (point, "\(words[0]) \(words[2])")
      }
    }
    return best?.name
  }

  private static func kilobytes(_ name: String, in path: String) -> Int? {
    line(name, in: path).flatMap { $0.split(separator: " ").first.flatMap { Int($0) } }.map {
      $0 << 10
    }
  }

  /// What follows `name` on the line that begins with it.
  private static func line(_ name: String, in path: String) -> String? {
    guard let line = text(path)?.split(separator: "\n").first(where: { $0.hasPrefix(name) }) else {
      return nil
    }
    return String(line.dropFirst(name.count).drop { $0 == " " || $0 == "\t" })
  }

  private static func text(_ path: String) -> String? {
    // Files of /proc have no size to map or to read by, so they are read as they come.
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    return String(decoding: data, as: UTF8.self)
  }
}
