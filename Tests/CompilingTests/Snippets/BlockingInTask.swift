import Annals

func blocks(_ store: Store) async throws {
  // error: unavailable from asynchronous contexts
  try store.insert(Person(id: "p1", name: "Ann"), by: "ann")
}
