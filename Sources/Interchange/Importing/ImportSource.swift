internal import Annals
internal import ByteCoding
internal import EventLog
internal import StoreErrors

/// Which source an import reads: the bookmark on each of its commits names it, so that it can go on where it
/// stopped, and is not taken for new when it comes a second time.
struct ImportSource: Sendable {
  /// A fingerprint of the format, the options that decide what is made of a line, and the first line.
  let fingerprint: UInt64

  /// Makes the name of a source.
  init(format: String, options: [String?], beginning: [UInt8]) {
    var writer = ByteWriter(reserving: 256 + beginning.count)
    writer.appendText(format)
    for option in options { writer.appendText(option.map { "=" + $0 } ?? "") }
    writer.appendCounted(beginning)
    fingerprint = Checksum.of(writer.bytes.span)
  }

  /// Where to go on: the place of the last commit that came from this source; nil for the beginning.
  ///
  /// - Throws: `StoreError` (`conflict`) where the source is known and the import does not resume.
  /// - Complexity: O(commits since the source's last one).
  func place(in store: Store, isResuming: Bool) throws -> UInt64? {
    guard let (revision, place) = try lastCommit(in: store) else { return nil }
    guard isResuming else {
      throw StoreError(
        .conflict,
        "this source was imported before, up to \(revision)",
        hints: ["go on behind what was imported: --resume"]
      )
    }
    return place
  }

  private func lastCommit(in store: Store) throws -> (Revision, place: UInt64)? {
    var number = try store.head().revision.rawValue
    while number > 0, let header = try store.header(of: Revision(number)) {
      if let bookmark = header.bookmark, bookmark.source == fingerprint {
        return (header.revision, bookmark.place)
      }
      number -= 1
    }
    return nil
  }
}
