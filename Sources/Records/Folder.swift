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
internal import EventLog
internal import PageStore
package import StoreErrors

/// Folders of a store: made, moved and removed with typed errors.
package enum Folder {
  /// Makes a folder, and those above it; one that is there already is fine.
  package static func make(_ path: String) throws(StoreError) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      let isDenied = access(path, F_OK) != 0 && (errno == EACCES || errno == EROFS)
      throw StoreError(
        isDenied || isUnwritable(above: path) ? .permission : .cannotCreate,
        "cannot make the folder \(path)",
        hints: ["check its place and your rights there"],
        underlying: "\(error)"
      )
    }
  }

  /// Removes a folder and all in it.
  package static func remove(_ path: String) throws(StoreError) {
    do { try FileManager.default.removeItem(atPath: path) } catch {
      throw StoreError(.io, "cannot remove the folder \(path)", underlying: "\(error)")
    }
  }

  /// Renames a folder; an empty one of the new name goes.
  package static func rename(_ path: String, to new: String) throws(StoreError) {
    if move(path, new) != 0 { throw failure("rename", path) }
  }

  private static func move(_ path: String, _ new: String) -> Int32 {
    #if canImport(Glibc)
      Glibc.rename(path, new)
    #else
      Darwin.rename(path, new)
    #endif
  }

  /// Puts a folder in the place of another, which moves to a third name.
  ///
  /// Whoever opens the place in the moment between may begin a new folder there; that one is moved away, too.
  static func replace(_ path: String, by next: String, movingOldTo aside: String) throws(StoreError)
  {
    for attempt in 0..<100 {
      if access(path, F_OK) == 0, move(path, aside + "-\(attempt)") != 0, errno != ENOENT {
        throw failure("rename", path)
      }
      if move(next, path) == 0 { return }
      guard errno == ENOTEMPTY || errno == EEXIST else { throw failure("rename", next) }
    }
    throw StoreError(.busy, "cannot put the folder \(next) in its place", hints: ["try again"])
  }

  /// Moves a file that cannot be used out of the way, for someone to look at.
  static func setAside(_ path: String) {
    // A folder that cannot be written keeps it; it is passed over all the same.
    try? FileManager.default.moveItem(
      atPath: path,
      toPath: path + ".set-aside-\(UUID().uuidString.prefix(8))"
    )
  }

  /// Whether a file is there.
  package static func hasFile(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Whether the rights on the way to a file keep even its presence from the caller.
  package static func isHidden(_ path: String) -> Bool {
    access(path, F_OK) != 0 && errno == EACCES
  }

  /// Whether something that is no folder has the name.
  static func isOtherwiseTaken(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT != S_IFDIR
  }

  /// How many bytes a file has; 0 where it is not there.
  static func size(of path: String) -> UInt64 {
    var facts = stat()
    return stat(path, &facts) == 0 ? UInt64(clamping: facts.st_size) : 0
  }

  /// Whether nothing can be made in the nearest folder above that is there.
  private static func isUnwritable(above path: String) -> Bool {
    var above = path
    repeat {
      let slash = above.lastIndex(of: "/")
      above = slash.map { $0 == above.startIndex ? "/" : String(above[..<$0]) } ?? "."
    } while above != "/" && above != "." && access(above, F_OK) != 0 && errno == ENOENT
    return access(above, W_OK) != 0 && (errno == EACCES || errno == EROFS)
  }

  private static func failure(_ call: String, _ path: String) -> StoreError {
    let number = errno
    return StoreError(
      number == EACCES || number == EROFS || number == EPERM ? .permission : .io,
      "cannot move \(path)",
      underlying: "\(call): \(String(cString: strerror(number)))"
    )
  }
}

extension Revision {
  /// A name with leading zeros, so that files sort as revisions do.
  var fileName: String {
    let digits = String(rawValue)
    return "r" + String(repeating: "0", count: max(0, 20 - digits.count)) + digits
  }
}
