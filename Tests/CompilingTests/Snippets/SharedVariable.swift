import Annals

func sharesVariable(_ store: Store) async throws -> Int {
  var count = 0
  try await store.write(by: "ann") { transaction in
    try transaction.insert(Person(id: "p1", name: "Ann"))
    // error: mutation of captured var 'count'
    count += 1
  }
  return count
}
