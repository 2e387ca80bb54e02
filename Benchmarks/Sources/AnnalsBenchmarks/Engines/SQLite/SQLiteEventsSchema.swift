/// The events of the SQLite engine that keeps them by itself.
enum SQLiteEventsSchema {
  /// What an event did.
  enum Operation: Int64 { case create = 1, update, delete }

  /// The events with two indexes over the past.
  ///
  /// `until` is the revision of the record's next event, null as long as there is none, so that `revision <= point < until`
  /// tells what was true at a point. All that a page tests and sorts by stands in its index, so
  /// that the events themselves are read for the page's own rows alone. Both indexes are as old as the table: making
  /// them later would be cheaper, but then there would be questions that cannot be answered.
  static let tables = """
    CREATE TABLE event (
      event INTEGER PRIMARY KEY, revision INTEGER NOT NULL, until INTEGER, op INTEGER NOT NULL,
      id TEXT NOT NULL, version INTEGER NOT NULL,
      owner TEXT, name TEXT, age INTEGER, location TEXT, note TEXT
    );
    CREATE INDEX event_by_record ON event (id, revision);
    CREATE INDEX event_by_owner_and_age ON event (owner, age, id, revision, until)
      WHERE owner IS NOT NULL;
    """

  /// Ends the last event of the record 1 at the revision 2.
  static let endEvent = """
    UPDATE event SET until = ?2 WHERE event =
      (SELECT event FROM event WHERE id = ?1 ORDER BY revision DESC, event DESC LIMIT 1)
    """
  /// Adds an event of the record 1 with the operation 2.
  static let insertEvent = """
    INSERT INTO event (revision, op, \(SQLiteSchema.columns), version)
      SELECT revision, ?2, \(SQLiteSchema.columns), version FROM person WHERE id = ?1
    """
  /// Adds the event that ends the life of the record 1, at the revision 2.
  static let insertDeletion = """
    INSERT INTO event (revision, op, id, version)
      SELECT ?2, \(Operation.delete.rawValue), id, version + 1 FROM person WHERE id = ?1
    """
  /// The record 1 as of the point 2, nothing but its id where it was deleted.
  static let recordAt = """
    SELECT \(SQLiteSchema.columns) FROM event WHERE id = ?1 AND revision <= ?2
      ORDER BY revision DESC, event DESC LIMIT 1
    """
  /// The first 3 people of the owner 1 as of the point 2.
  static let pageOfOwnerAt = """
    SELECT \(SQLiteSchema.columns) FROM event
      WHERE owner = ?1 AND revision <= ?2 AND (until IS NULL OR until > ?2)
      ORDER BY age, id LIMIT ?3
    """
}
