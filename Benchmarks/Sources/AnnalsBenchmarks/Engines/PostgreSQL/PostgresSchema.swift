/// The settings, tables, triggers and statements of the PostgreSQL engine.
enum PostgresSchema {
  /// Those that are not the defaults, for a server that one machine has for itself.
  ///
  /// Durability is left as it is by default: `fsync`, `synchronous_commit` and `full_page_writes` are on.
  static let settings: [(name: String, value: String)] = [
    ("shared_buffers", "1GB"), ("max_wal_size", "4GB"), ("wal_level", "minimal"),
    ("max_wal_senders", "0"), ("wal_compression", "lz4"), ("random_page_cost", "1.1"),
    ("jit", "off"), ("max_connections", "200"), ("unix_socket_permissions", "0700"),
  ]

  static let settingsText =
    "audit table of plain columns, filled by row triggers, without an index by id; fsync and "
    + "synchronous_commit on, shared_buffers 1 GB, max_wal_size 4 GB, wal_level minimal, "
    + "wal_compression lz4, jit off, collation C, fillfactor 90; Unix socket, statements prepared once, "
    + "binary, a commit in one pipeline; disk: tables and indexes alone, without the write-ahead log, which is used "
    + "again and again"

  /// A folder of their own for the tables, so that what they occupy is not mixed with the server's own.
  static func tablespace(at folder: String) -> String {
    "CREATE TABLESPACE people LOCATION '"
      + folder.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }

  /// Room in the pages of the table lets updates that change no index stay on their page.
  ///
  /// The database compares texts
  /// byte by byte, which is what ids need and what indexes are quickest with.
  static let tables = """
    SET default_tablespace = people;
    CREATE TABLE person (
      id text NOT NULL PRIMARY KEY, owner text NOT NULL, name text NOT NULL, age bigint NOT NULL,
      location text NOT NULL, note text NOT NULL, version bigint NOT NULL, revision bigint NOT NULL
    ) WITH (fillfactor = 90);
    CREATE INDEX person_by_age ON person (age, id);
    CREATE INDEX person_by_owner_and_age ON person (owner, age, id);

    CREATE TABLE commit (
      revision bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, time bigint NOT NULL,
      actor text NOT NULL, reason text
    );
    CREATE TABLE audit (
      event bigint GENERATED ALWAYS AS IDENTITY, revision bigint NOT NULL, op smallint NOT NULL,
      id text NOT NULL, version bigint NOT NULL, old_owner text, new_owner text, old_name text,
      new_name text, old_age bigint, new_age bigint, old_location text, new_location text,
      old_note text, new_note text
    );
    """

  /// Null where nothing changed.
  static let triggers = """
    CREATE FUNCTION note_create() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO audit
        (revision, op, id, version, new_owner, new_name, new_age, new_location, new_note)
        VALUES (new.revision, 1, new.id, new.version, new.owner, new.name, new.age, new.location, new.note);
      RETURN NULL;
    END $$;
    CREATE FUNCTION note_update() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO audit
        (revision, op, id, version, old_owner, new_owner, old_name, new_name, old_age, new_age,
         old_location, new_location, old_note, new_note)
        VALUES (new.revision, 2, new.id, new.version,
          nullif(old.owner, new.owner), nullif(new.owner, old.owner),
          nullif(old.name, new.name), nullif(new.name, old.name),
          nullif(old.age, new.age), nullif(new.age, old.age),
          nullif(old.location, new.location), nullif(new.location, old.location),
          nullif(old.note, new.note), nullif(new.note, old.note));
      RETURN NULL;
    END $$;
    CREATE FUNCTION note_delete() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO audit
        (revision, op, id, version, old_owner, old_name, old_age, old_location, old_note)
        VALUES (\(revision), 3, old.id, old.version + 1,
          old.owner, old.name, old.age, old.location, old.note);
      RETURN NULL;
    END $$;
    CREATE TRIGGER person_created AFTER INSERT ON person FOR EACH ROW EXECUTE FUNCTION note_create();
    CREATE TRIGGER person_updated AFTER UPDATE ON person FOR EACH ROW EXECUTE FUNCTION note_update();
    CREATE TRIGGER person_deleted AFTER DELETE ON person FOR EACH ROW EXECUTE FUNCTION note_delete();
    """

  /// The revision that this connection's last commit was given; several may write at once, so the greatest is not it.
  private static let revision = "currval('commit_revision_seq')"
  /// How many fields an update has parameters for, beside the id.
  static let fieldCount = 5
  private static let columns = "id, owner, name, age, location, note"

  /// A statement that each connection prepares, by its name there.
  enum Statement: String, CaseIterable {
    case insertCommit, insertPerson, updatePerson, deletePerson, selectPerson, pageOfOwner,
      pageByAge

    var sql: String {
      switch self {
      case .insertCommit: "INSERT INTO commit (time, actor, reason) VALUES ($1, $2, $3)"
      case .insertPerson:
        "INSERT INTO person VALUES ($1, $2, $3, $4, $5, $6, 1, \(PostgresSchema.revision))"
      case .updatePerson:
        // A null stands for a field that stays as it is.
        """
        UPDATE person SET owner = coalesce($2, owner), name = coalesce($3, name),
          age = coalesce($4, age), location = coalesce($5, location), note = coalesce($6, note),
          version = version + 1, revision = \(PostgresSchema.revision) WHERE id = $1
        """
      case .deletePerson: "DELETE FROM person WHERE id = $1"
      case .selectPerson: "SELECT \(PostgresSchema.columns) FROM person WHERE id = $1"
      case .pageOfOwner:
        "SELECT \(PostgresSchema.columns) FROM person WHERE owner = $1 ORDER BY age, id LIMIT $2"
      case .pageByAge: "SELECT \(PostgresSchema.columns) FROM person ORDER BY age, id LIMIT $1"
      }
    }
  }
}
