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

/// What the kernel says of the machine and its files.
///
/// Answers are nil where there is no Linux `/proc` or `/sys`.
enum Kernel {
  /// What the disk that holds a folder was asked to do so far, by anybody on this machine: to make lasting what it has,
  /// and to write so many bytes.
  static func diskWork(under folder: String) -> (flushes: Int, bytesWritten: Int)? {
    guard let place = blockDevice(of: folder), let line = text(place + "stat") else { return nil }
    // https://docs.kernel.org/block/stat.html: sectors of 512 bytes written, and flushes.
    let fields = line.split(whereSeparator: \.isWhitespace).map { Int($0) }
    guard fields.count > 15, let sectors = fields[6], let flushes = fields[15] else { return nil }
    return (flushes, sectors * 512)
  }

  /// The kernel's folder about the whole disk that holds a folder, a slash at its end.
  static func blockDevice(of folder: String) -> String? {
    guard let path = fileSystem(of: folder)?.split(separator: " ").first,
      path.hasPrefix("/dev/"), let name = path.split(separator: "/").last
    else { return nil }
    let place = "/sys/class/block/\(name)/"
    return text(place + "partition") == nil ? place : place + "../"
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

  /// A number of kilobytes that follows `name`, in bytes.
  static func kilobytes(_ name: String, in path: String) -> Int? {
    line(name, in: path).flatMap { $0.split(separator: " ").first.flatMap { Int($0) } }.map {
      $0 << 10
    }
  }

  /// What follows `name` on the line that begins with it.
  static func line(_ name: String, in path: String) -> String? {
    guard let line = text(path)?.split(separator: "\n").first(where: { $0.hasPrefix(name) }) else {
      return nil
    }
    return String(line.dropFirst(name.count).drop { $0 == " " || $0 == "\t" })
  }

  /// A whole file; nil where it cannot be read.
  static func text(_ path: String) -> String? {
    // Files of /proc have no size to map or to read by, so they are read as they come.
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    return String(decoding: data, as: UTF8.self)
  }
}
