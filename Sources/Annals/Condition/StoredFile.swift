#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A file or folder of a store, and what its owner lets others do with it.
///
/// Who may read and write is the operating system's business; this is what it says.
public struct StoredFile: Sendable, Hashable {
  /// Where it lies in the store's folder; `.` for the folder itself.
  public let name: String
  /// Whether it is a folder.
  public let isFolder: Bool
  /// Who owns it, by name where the system knows one.
  public let owner: String
  /// The group it belongs to, by name where the system knows one.
  public let group: String
  /// What owner, group and others may do: the lowest nine bits, as for chmod.
  public let mode: UInt16

  /// Whether the group may write.
  public var isGroupWritable: Bool { mode & 0o020 != 0 }

  /// Whether everybody may write.
  public var isWorldWritable: Bool { mode & 0o002 != 0 }

  /// Whether everybody may read.
  public var isWorldReadable: Bool { mode & 0o004 != 0 }

  /// The mode as `ls` shows it: `rw-r--r--`.
  public var modeText: String {
    let letters = Array("rwxrwxrwx")
    return String((0..<9).map { mode & (0o400 >> $0) != 0 ? letters[$0] : "-" })
  }

  /// What a store of this layout may consist of.
  private static let names = [
    ".", "log", "log/data.mdb", "log/lock.mdb", "log/journal", "views", "views/data.mdb",
    "views/lock.mdb", "snapshots", "projections",
  ]

  /// Those that are there and may be looked at.
  static func all(of path: String) -> [StoredFile] {
    path.isEmpty ? [] : names.compactMap { StoredFile($0, in: path) }
  }

  private init?(_ name: String, in path: String) {
    var facts = stat()
    guard stat(path + "/" + name, &facts) == 0 else { return nil }
    self.name = name
    isFolder = facts.st_mode & S_IFMT == S_IFDIR
    owner = getpwuid(facts.st_uid).map { String(cString: $0.pointee.pw_name) } ?? "\(facts.st_uid)"
    group = getgrgid(facts.st_gid).map { String(cString: $0.pointee.gr_name) } ?? "\(facts.st_gid)"
    mode = UInt16(facts.st_mode & 0o777)
  }
}
