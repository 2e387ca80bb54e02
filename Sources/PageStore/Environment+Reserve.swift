internal import Synchronization

extension Environment {
  /// The file is never closer to its end than this when a small write begins.
  private static let leastAhead: UInt64 = 32 << 10
  /// So much is added at once: an eighth of the file, within these.
  private static let ahead: ClosedRange<UInt64> = 64 << 10...1 << 20

  /// Lets the file grow ahead of small writes; to be called while no other process can write.
  ///
  /// A flush of bytes behind the end of a file must flush its new length as well, which the file system does through its
  /// journal: its flush then takes 1.4 times as long (ext4, commits of 8 KB). The room is written with zeros, for room
  /// that was only taken needs the journal once it is written. Where there is little room, the file grows as it will,
  /// and so it does where the write before was a large one: such writes gain nothing, and would double.
  func reserveAhead() {
    guard options.isSynced else { return }
    let used = (UInt64(handle.facts.lastPage) + 1) * UInt64(handle.pageSize)
    let before = usedBytes.exchange(used, ordering: .relaxed)
    guard before == 0 || used < before + 2 * Self.leastAhead,
      fileBytes.load(ordering: .relaxed) < used + Self.leastAhead
    else { return }
    // Asked seldom: a file whose times were looked at brings them to the disk with its next flush.
    guard let length = try? Files.length(of: handle.descriptor) else { return }
    fileBytes.store(length, ordering: .relaxed)
    guard length >= used, length - used < Self.leastAhead else { return }
    let count = min(max(used / 8, Self.ahead.lowerBound), Self.ahead.upperBound)
    Files.appendZeros(to: handle.descriptor, from: length, count, leaving: 8 * count)
  }
}
