/// What tells one boot of the machine from the next: bytes that were written but not flushed outlive a process, and not
/// this.
public enum MachineBoot {
  /// The running boot's name; where the system does not say, another for each process, so that nothing unflushed that
  /// another process left is trusted.
  public static let current: String = name ?? "process \(UInt64.random(in: .min ... .max))"

  /// The running boot's name, where the system says it: the same in all processes.
  public static let name: String? = {
    let file = try? OpenFile("/proc/sys/kernel/random/boot_id", isReadOnly: true)
    let bytes = (try? file?.read(at: 0, 64)).flatMap { $0 } ?? []
    let words = bytes.filter { $0 > UInt8(ascii: " ") }
    return words.isEmpty ? nil : String(decoding: words, as: UTF8.self)
  }()
}
