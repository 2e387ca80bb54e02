#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
package import PageStore

extension LMDBEventLog {
  /// How the log's environment is.
  public func condition() throws -> LogCondition? {
    LogCondition(try environment.condition(of: ProcessInfo.processInfo.processIdentifier))
  }
}

extension LogCondition {
  /// What is known of an environment.
  package init(_ condition: Environment.Condition) {
    let journal: Journal =
      switch condition.journal {
      case .none: .none
      case .idle: .idle
      case .holding: .holding
      }
    self.init(
      fileBytes: condition.fileBytes,
      mapBytes: condition.mapBytes,
      readers: condition.readers.map { Reader(process: $0.process, behind: $0.behind) },
      freedReaders: condition.freedReaders,
      journal: journal
    )
  }
}
