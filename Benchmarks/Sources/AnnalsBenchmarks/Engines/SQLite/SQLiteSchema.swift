/// The tables, indexes and statements of the SQLite engines, and the audit trail of the one with triggers.
enum SQLiteSchema {
  /// Run at each opening.
  ///
  /// They are faster here than the defaults of Debian's build: a cache of 2 MB, a checkpoint every 4 MB, zeroes
  /// written over deleted rows. A map of the file gained nothing, since the cache holds all of it; pages of 8 and
  /// 16 kB occupied a hundredth less, but commits of 100 wrote 1.4 and 2.4 times as much; checkpoints every 256 MB
  /// wrote less, but slowed every read.
  static let settings = """
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA cache_size = -262144;
    PRAGMA wal_autocheckpoint = 16384;
    PRAGMA secure_delete = OFF;
    PRAGMA temp_store = MEMORY;
    """

  static let settingsText =
    "WAL, synchronous=FULL, cache 256 MB, checkpoint every 64 MB, secure_delete and "
    + "memory statistics off, statements prepared once"

  /// A table with rowids, two indexes, and the commits.
  ///
  /// With rowids, updates and pages are quicker here than in a table clustered by text ids. Both indexes end
  /// in the rowid, which rises with the ids as one thread gives them out: that is the order of ties that a
  /// page wants, at the price of a small number an entry. Where many threads create, ties are in another order,
  /// and comparisons between engines do not mind.
  static let tables = """
    CREATE TABLE person (
      id TEXT NOT NULL PRIMARY KEY, owner TEXT NOT NULL, name TEXT NOT NULL, age INTEGER NOT NULL,
      location TEXT NOT NULL, note TEXT NOT NULL, version INTEGER NOT NULL, revision INTEGER NOT NULL
    );
    CREATE INDEX person_by_age ON person (age);
    CREATE INDEX person_by_owner_and_age ON person (owner, age);

    CREATE TABLE "commit" (
      revision INTEGER PRIMARY KEY, time INTEGER NOT NULL, actor TEXT NOT NULL, reason TEXT
    );
    """

  /// Nothing indexes it by id, so that a change costs one append.
  static let audit = """
    CREATE TABLE audit (
      event INTEGER PRIMARY KEY, revision INTEGER NOT NULL, op INTEGER NOT NULL, id TEXT NOT NULL,
      version INTEGER NOT NULL, old_owner TEXT, new_owner TEXT, old_name TEXT, new_name TEXT,
      old_age INTEGER, new_age INTEGER, old_location TEXT, new_location TEXT, old_note TEXT, new_note TEXT
    );
    """

  /// Plain columns, null where nothing changed: the fairest form of an audit table.
  static let triggers = """
    CREATE TRIGGER person_created AFTER INSERT ON person BEGIN
      INSERT INTO audit
        (revision, op, id, version, new_owner, new_name, new_age, new_location, new_note)
        VALUES (new.revision, 1, new.id, new.version, new.owner, new.name, new.age, new.location, new.note);
    END;
    CREATE TRIGGER person_updated AFTER UPDATE ON person BEGIN
      INSERT INTO audit
        (revision, op, id, version, old_owner, new_owner, old_name, new_name, old_age, new_age,
         old_location, new_location, old_note, new_note)
        VALUES (new.revision, 2, new.id, new.version,
          nullif(old.owner, new.owner), nullif(new.owner, old.owner),
          nullif(old.name, new.name), nullif(new.name, old.name),
          nullif(old.age, new.age), nullif(new.age, old.age),
          nullif(old.location, new.location),
          nullif(new.location, old.location),
          nullif(old.note, new.note), nullif(new.note, old.note));
    END;
    CREATE TRIGGER person_deleted AFTER DELETE ON person BEGIN
      INSERT INTO audit
        (revision, op, id, version, old_owner, old_name, old_age, old_location, old_note)
        VALUES ((SELECT max(revision) FROM "commit"), 3, old.id, old.version + 1,
          old.owner, old.name, old.age, old.location, old.note);
    END;
    """

  /// The fields in the order of `PersonField.place`.
  static let fields = ["owner", "name", "age", "location", "note"]
  static let columns = "id, owner, name, age, location, note"

  static let selectHead = #"SELECT coalesce(max(revision), 0) FROM "commit""#
  static let insertCommit =
    #"INSERT INTO "commit" (revision, time, actor, reason) VALUES (?, ?, ?, ?)"#
  static let insertPerson =
    "INSERT INTO person (\(columns), version, revision) VALUES (?, ?, ?, ?, ?, ?, 1, ?)"
  static let deletePerson = "DELETE FROM person WHERE id = ?"
  static let selectPerson = "SELECT \(columns) FROM person WHERE id = ?"
  static let pageOfOwner =
    "SELECT \(columns) FROM person WHERE owner = ? ORDER BY age, rowid LIMIT ?"
  static let pageByAge = "SELECT \(columns) FROM person ORDER BY age, rowid LIMIT ?"

  /// - Parameter places: of the fields to set, in order.
  static func updatePerson(_ places: [Int]) -> String {
    let assignments = places.map { "\(fields[$0]) = ?, " }.joined()
    return "UPDATE person SET \(assignments)version = version + 1, revision = ? WHERE id = ?"
  }
}
