public import EventLog
internal import Records

/// A record with what the store knows of it.
public struct Stored<T: Record>: Sendable {
  /// The record.
  public let value: T
  /// How many events its id has had, deletions and earlier lives included: what `ifVersion` compares.
  public let version: UInt64
  /// Which incarnation of its id it is, from 1.
  public let life: UInt64
  /// The commit that changed it last.
  public let revision: Revision
  /// When this life began.
  public let created: Instant
  /// When it changed last.
  public let updated: Instant

  init(_ value: T, _ stored: StoredRecord) {
    self.value = value
    version = stored.version
    life = stored.life
    revision = stored.revision
    created = stored.created
    updated = stored.updated
  }
}
