/// How a log's place on the disk is, for those who look after it.
public struct LogCondition: Sendable {
  /// A read by another process that is running.
  public struct Reader: Sendable, Hashable {
    /// The process.
    public var process: Int32
    /// How many times was written since it began: what was overwritten since cannot be used again yet.
    public var behind: UInt64

    /// Makes a reader.
    public init(process: Int32, behind: UInt64) {
      self.process = process
      self.behind = behind
    }
  }

  /// What stands in the journal of small commits.
  public enum Journal: String, Sendable, Hashable {
    /// There is none.
    case none
    /// Nothing that is not in the log's own file, too.
    case idle
    /// The last small commits, which reach the log's own file with a later flush.
    case holding
  }

  /// Bytes of the file.
  public var fileBytes: UInt64
  /// The address space that is mapped, up to which the file grows before more is taken.
  public var mapBytes: UInt64
  /// The reads of other processes that are running.
  public var readers: [Reader]
  /// How many places of readers whose process had died were freed when the log was opened.
  public var freedReaders: Int
  /// What the journal holds.
  public var journal: Journal

  /// Makes a condition.
  public init(
    fileBytes: UInt64,
    mapBytes: UInt64,
    readers: [Reader],
    freedReaders: Int,
    journal: Journal
  ) {
    self.fileBytes = fileBytes
    self.mapBytes = mapBytes
    self.readers = readers
    self.freedReaders = freedReaders
    self.journal = journal
  }
}
