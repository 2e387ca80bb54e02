import Annals

func waitsWithin(_ store: Store) async throws {
  // error: expecting synchronous function type
  try await store.write(by: "ann") { transaction in
    try transaction.insert(Person(id: "p1", name: "Ann"))
    await Task.yield()
    try transaction.insert(Person(id: "p2", name: "Bob"))
  }
}
