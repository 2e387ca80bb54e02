/// What an engine is and what it promises, printed with every result.
///
/// Promises are values, so that a reader of figures sees at once whether two engines did the same work; only
/// settings, which differ in kind from engine to engine, are words.
public struct EngineDescription: Sendable, Hashable, Codable {
  /// What an acknowledged commit survives.
  public enum Durability: String, Sendable, Hashable, Codable, CaseIterable {
    /// A power cut: the commit was flushed to the disk.
    case durable
    /// The end of its process, but not a power cut.
    case buffered
    /// Nothing: all is gone with its process.
    case memory
  }

  /// Something that is kept of each change, beside the state that it led to.
  public enum AuditFact: String, Sendable, Hashable, Codable, CaseIterable {
    /// The commit's actor.
    case who
    /// The commit's time.
    case when
    /// The commit's reason.
    case why
    /// The values before of what changed.
    case oldValues = "old values"
    /// The values after of what changed.
    case newValues = "new values"
    /// A checksum of the event that is checked when it is read.
    case checksums
  }

  /// Something that can be asked about the past without reading all of it.
  public enum Question: String, Sendable, Hashable, Codable, CaseIterable {
    /// One record as it was at a point.
    case record
    /// A page of a view as it was at a point.
    case page
  }

  /// The short name that options and tables use.
  public var name: String
  /// The version of the library used.
  public var version: String
  /// What an acknowledged commit survives.
  public var durability: Durability
  /// What is kept of each change.
  public var audit: Set<AuditFact>
  /// What can be asked about the past; an engine that answers these is a `HistoryEngine`.
  public var history: Set<Question>
  /// How promises are kept, and settings that are not the library's defaults.
  public var settings: String

  /// Describes an engine.
  public init(
    name: String,
    version: String,
    durability: Durability,
    audit: Set<AuditFact>,
    history: Set<Question>,
    settings: String
  ) {
    self.name = name
    self.version = version
    self.durability = durability
    self.audit = audit
    self.history = history
    self.settings = settings
  }
}

extension Set<EngineDescription.AuditFact> {
  /// Who, when, why, old and new values: an audit trail without checksums.
  public static var trail: Self { [.who, .when, .why, .oldValues, .newValues] }

  /// The facts in words and in the order of their declaration; `none` where nothing is kept.
  public var words: String { listing(Element.allCases.filter(contains).map(\.rawValue)) }
}

extension Set<EngineDescription.Question> {
  /// The questions in words; `none` where the past cannot be asked.
  public var words: String {
    listing(Element.allCases.filter(contains).map { "a \($0.rawValue) at a point" })
  }
}

private func listing(_ words: [String]) -> String {
  words.isEmpty ? "none" : words.joined(separator: ", ")
}
