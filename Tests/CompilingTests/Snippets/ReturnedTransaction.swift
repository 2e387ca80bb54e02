import Annals

func returns(_ store: Store) throws {
  // error: Copyable
  let transaction: ReadTransaction = try store.read { $0 }
  _ = try transaction.fetch(Person.self)
}
