#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Where a run took place: what its reader must know of the machine, and the versions of what ran on it.
public struct Machine: Sendable, Hashable {
  /// Cores, processor and memory.
  public var hardware: String
  /// The system and its kernel.
  public var system: String
  /// Device, file system, and how the device answers that bytes are lasting.
  public var disk: String
  /// The compiler, and how it was told to build.
  public var compiler: String
  /// The commit of the checkout that the program was built in.
  public var code: String

  /// Looks at this machine.
  ///
  /// - Parameter folder: where the stores lie.
  public init(storesIn folder: String) {
    hardware = Self.hardware()
    system = Self.system()
    disk = Self.disk(of: folder)
    compiler = Self.compiler()
    code = Self.code()
  }

  /// All of it, for the head of a report.
  var facts: [Document.Fact] {
    [
      .init("machine", hardware), .init("system", system), .init("disk", disk),
      .init("compiler", compiler), .init("code", code),
    ]
  }

  private static func hardware() -> String {
    var parts = ["\(sysconf(Int32(_SC_NPROCESSORS_ONLN))) cores"]
    if let model = Kernel.line("model name", in: "/proc/cpuinfo") {
      parts.append(String(model.drop { $0 == ":" || $0 == " " || $0 == "\t" }))
    }
    if let memory = Kernel.kilobytes("MemTotal:", in: "/proc/meminfo") {
      parts.append("\((memory + (1 << 29)) >> 30) GB of memory")
    }
    return parts.joined(separator: ", ")
  }

  private static func system() -> String {
    let name = Kernel.line("PRETTY_NAME=", in: "/etc/os-release").map { $0.filter { $0 != "\"" } }
    let release = Kernel.text("/proc/sys/kernel/osrelease").map { "Linux " + $0.trimmedLine }
    let known = [name, release].compactMap(\.self)
    return known.isEmpty ? "unknown" : known.joined(separator: ", ")
  }

  private static func disk(of folder: String) -> String {
    guard let name = Kernel.fileSystem(of: folder) else { return "unknown" }
    guard let place = Kernel.blockDevice(of: folder),
      let cache = Kernel.text(place + "queue/write_cache")
    else { return name }
    return name + ", write cache: " + cache.trimmedLine
  }

  private static func compiler() -> String {
    let answer = ChildProcess.answer(of: "swift", ["--version"])
    let version =
      answer?.split(separator: "\n").first.map(String.init) ?? "unknown version of Swift"
    #if DEBUG
      return version + ", DEBUG BUILD: times mean nothing, use -c release"
    #else
      return version + ", release build"
    #endif
  }

  private static func code() -> String {
    let folder = ChildProcess.neighbour("")
    let words = ["-C", folder, "describe", "--always", "--dirty"]
    return ChildProcess.answer(of: "git", words).map(\.trimmedLine) ?? "unknown"
  }
}

extension String {
  /// Without the line end.
  fileprivate var trimmedLine: String { split(separator: "\n").joined() }
}

extension ChildProcess {
  /// What a program says, where it is there and ends well.
  fileprivate static func answer(of program: String, _ words: [String]) -> String? {
    guard let child = try? ChildProcess(words, of: program) else { return nil }
    let answer = child.readToEnd()
    return child.wait() == 0 && !answer.isEmpty ? answer : nil
  }
}
