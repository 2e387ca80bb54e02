#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// What the kernel says of a process.
///
/// Answers are nil where there is no Linux `/proc`, or the process is gone.
struct ProcessUsage: Sendable {
  private let folder: String

  /// This process.
  static let own = ProcessUsage(folder: "/proc/self")

  /// Another one, by its number.
  init(of process: Int32) { self.init(folder: "/proc/\(process)") }

  private init(folder: String) { self.folder = folder }

  /// The most memory that it ever had resident, mapped files included.
  var peakResidentBytes: Int? { Kernel.kilobytes("VmHWM:", in: folder + "/status") }

  /// The memory that it has and that is not backed by a file.
  var anonymousBytes: Int? { Kernel.kilobytes("RssAnon:", in: folder + "/status") }

  /// Bytes that it handed to the kernel in calls that write, to whatever file.
  ///
  /// The kernel's other count, `write_bytes`, is of whole runs of pages in which a byte changed, and so depends on how
  /// it keeps files in memory.
  var bytesWritten: Int? { Kernel.line("wchar:", in: folder + "/io").flatMap { Int($0) } }

  /// Calls that handed them over.
  var writeCalls: Int? { Kernel.line("syscw:", in: folder + "/io").flatMap { Int($0) } }

  /// Pages of memory that it asked for and that were not there yet.
  var pageFaults: Int? {
    guard let numbers, let minor = numbers[7], let major = numbers[9] else { return nil }
    return minor + major
  }

  /// Seconds of processor time that all its threads used, and those of its children that ended; in steps of a
  /// hundredth of a second, as the kernel counts for others to see.
  var processorSeconds: Double? {
    numbers.map { numbers in
      let ticks = numbers[11...14].compactMap(\.self).reduce(0, +)
      return Double(ticks) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
  }

  /// The words that follow the name of the program, which is in brackets and may hold anything: proc(5), the third and
  /// those after it.
  private var numbers: [Int?]? {
    guard
      let words = Kernel.text(folder + "/stat")?.split(separator: ")").last?.split(separator: " "),
      words.count > 14
    else { return nil }
    return words.map { Int($0) }
  }

  /// Seconds of processor time that all threads of this process used.
  static func ownProcessorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// All processes that do an engine's work: this one, and those of its server where it has one.
///
/// What a server's process that ended had written is not known any more, and is missing from sums.
struct EngineProcesses {
  private let servers: [ProcessUsage]

  /// Those that there are now.
  init(of engine: any Engine) {
    servers = (engine as? any ServedEngine)?.serverProcesses.map(ProcessUsage.init) ?? []
  }

  /// Bytes handed to the kernel in calls that write.
  var bytesWritten: Int? { sum(\.bytesWritten) }

  /// The calls that handed them over.
  var writeCalls: Int? { sum(\.writeCalls) }

  /// Pages of memory that were not there yet.
  var pageFaults: Int? { sum(\.pageFaults) }

  /// Seconds of processor time.
  var processorSeconds: Double {
    servers.compactMap(\.processorSeconds).reduce(ProcessUsage.ownProcessorSeconds(), +)
  }

  private func sum(_ value: (ProcessUsage) -> Int?) -> Int? {
    value(.own).map { servers.compactMap(value).reduce($0, +) }
  }
}
