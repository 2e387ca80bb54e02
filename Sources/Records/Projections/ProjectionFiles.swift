package import EventLog
internal import StoreErrors
#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The saved states of one version of a projection: a folder with a file for each revision at which it was saved.
///
/// They only ever make things quicker: one that is damaged, of another log or of another shape is set aside when it is
/// met, and the log is read instead.
package struct ProjectionFiles: Sendable {
  private static let suffix = ".state"

  private let log: any EventLog
  /// The folder of all versions.
  private let root: String
  private let version: Int
  private let label: String
  private var directory: String { "\(root)/\(version)" }

  /// Names the files of a projection.
  ///
  /// - Parameters:
  ///   - folder: where a store's projections lie.
  ///   - name: the projection's name, fit for a folder.
  ///   - version: the version of its fold.
  ///   - log: the log that is folded.
  package init(in folder: String, of name: String, version: Int, over log: any EventLog) {
    self.log = log
    self.version = version
    root = folder + "/" + name
    label = "\(name) \(version)"
  }

  /// The revisions that were saved, rising.
  package var revisions: [Revision] {
    Self.names(in: directory)
      .filter { $0.hasPrefix("r") && $0.hasSuffix(Self.suffix) }
      .compactMap { UInt64($0.dropFirst().dropLast(Self.suffix.count)) }
      .map { Revision($0) }
      .sorted()
  }

  /// The head of the newest saved state; nil where none was saved.
  package func newest() throws -> LogHead? {
    try revisions.last.flatMap { try log.header(of: $0)?.asHead }
  }

  /// Loads the newest sound state that is not after a revision.
  ///
  /// - Parameter decode: makes the state of its bytes; what it cannot read is passed over.
  /// - Returns: the state, and the head after which it is; nil where the log must be read from its beginning.
  package func load<State>(
    notAfter revision: Revision,
    _ decode: ([UInt8]) throws -> State
  ) throws -> (state: State, head: LogHead)? {
    for candidate in revisions.reversed() where candidate <= revision {
      let path = path(of: candidate)
      guard let bytes = try? InputFile(path).read(Int(clamping: Folder.size(of: path))) else {
        // Another process may just have removed it.
        continue
      }
      let here = try log.header(of: candidate)
      if let here, let saved = try? SavedProjection(bytes), saved.identity == log.identity,
        saved.chain == here.chain, saved.revision == candidate, saved.label == label,
        let state = try? decode(saved.state)
      {
        return (state, here.asHead)
      }
      Folder.setAside(path)
    }
    return nil
  }

  /// Saves a state, and removes those that the policy does not keep.
  package func save(_ state: [UInt8], at head: LogHead, keeping count: Int) throws {
    try Folder.make(directory)
    let saved = SavedProjection(
      identity: log.identity,
      label: label,
      revision: head.revision,
      chain: head.chain,
      state: state
    )
    try DurableFile.write(try saved.bytes(), to: path(of: head.revision))
    let all = revisions
    let events = try all.map { try log.header(of: $0)?.asHead.eventCount ?? 0 }
    let kept = SnapshotPolicy.kept(of: events, atMost: count)
    for index in all.indices where !kept.contains(index) {
      // Another process may have removed it first.
      try? Folder.remove(path(of: all[index]))
    }
  }

  /// Removes what was saved of earlier versions.
  package func removeEarlierVersions() throws {
    for name in Self.names(in: root) {
      if let other = Int(name), other < version { try Folder.remove(root + "/" + name) }
    }
  }

  private func path(of revision: Revision) -> String {
    directory + "/" + revision.fileName + Self.suffix
  }

  private static func names(in directory: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
  }
}
