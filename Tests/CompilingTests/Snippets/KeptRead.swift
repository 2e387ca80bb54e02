import Annals

func keeps(_ store: Store) throws {
  var kept: ReadTransaction?
  // error: missing reinitialization of inout parameter
  try store.read { transaction in
    kept = consume transaction
  }
  _ = try kept?.fetch(Person.self)
}
