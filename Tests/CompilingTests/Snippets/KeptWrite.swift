import Annals

func keeps(_ store: Store) throws {
  var kept: WriteTransaction?
  // error: missing reinitialization of inout parameter
  try store.write(by: "ann") { transaction in
    kept = consume transaction
  }
  try kept?.insert(Person(id: "late", name: "Late"))
}
