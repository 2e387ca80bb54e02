public import EventLog

/// One thing of a type at some point: its id, its place in history and its fields.
public struct StoredRecord: Sendable {
  /// The type as it was defined at that point.
  public let definition: TypeDefinition
  /// The id: 1 to 255 UTF-8 bytes.
  public let id: ExactString
  /// How many events the id has, deletions and earlier lives included.
  public let version: UInt64
  /// Which incarnation of the id this is, from 1.
  public let life: UInt64
  /// The commit that changed it last.
  public let revision: Revision
  /// When this life began.
  public let created: Instant
  /// When it changed last.
  public let updated: Instant
  /// The values in the order of `definition.fields`; nil where the field is missing.
  public let values: [Value?]
  /// What readers have made of it, where it stands in a list that is kept; no part of what it is.
  package var memo: ReaderMemo?

  /// Makes a record.
  public init(
    definition: TypeDefinition,
    id: ExactString,
    version: UInt64,
    life: UInt64,
    revision: Revision,
    created: Instant,
    updated: Instant,
    values: [Value?]
  ) {
    self.definition = definition
    self.id = id
    self.version = version
    self.life = life
    self.revision = revision
    self.created = created
    self.updated = updated
    self.values = values
  }

  /// The value of a field; nil where it is missing or there is no such field.
  public subscript(_ name: ExactString) -> Value? {
    definition.index(of: name).flatMap { values[$0] }
  }
}

extension StoredRecord: Hashable {
  /// Whether both show the same thing at the same place in history.
  public static func == (left: StoredRecord, right: StoredRecord) -> Bool {
    left.id == right.id && left.version == right.version && left.life == right.life
      && left.revision == right.revision && left.created == right.created
      && left.updated == right.updated && left.definition == right.definition
      && left.values == right.values
  }

  /// Hashes what tells records of a store apart.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(version)
  }
}

/// A place in history to read at.
public enum Point: Sendable, Hashable {
  /// The last commit.
  case head
  /// A commit.
  case revision(Revision)
  /// The last commit whose time is not after this.
  case instant(Instant)
}

/// A point as it was understood: every answer about the past says which revision it is of.
public struct ResolvedPoint: Sendable, Hashable {
  /// The revision; zero is before the first commit.
  public let revision: Revision
  /// For an instant that very instant, else the commit's time.
  public let time: Instant

  /// Makes a resolved point.
  public init(revision: Revision, time: Instant) {
    self.revision = revision
    self.time = time
  }
}

/// What is known of an id at a point.
///
/// Not yet created, deleted and never existed are three answers.
public enum Lookup: Sendable {
  /// It lives.
  case found(StoredRecord)
  /// It lived and was deleted by this event; the record is as it was just before.
  case deleted(last: StoredRecord, by: Event)
  /// It came to be later, through this event.
  case notYetCreated(first: Event)
  /// No event ever named it.
  case neverExisted

  /// The record, if it lives.
  public var record: StoredRecord? { if case .found(let record) = self { record } else { nil } }
}
