import Annals

// What the other files do wrong, done right.

func writes(_ store: Store, _ people: [Person]) throws -> Int {
  var count = 0
  try store.write(by: "ann") { transaction in
    try transaction.insert(people)
    count = try transaction.fetch(Person.self).count
    insertMore(&transaction)
  }
  return count
}

func insertMore(_ transaction: inout WriteTransaction) {
  try? transaction.insert(Person(id: "more", name: "More"))
}

func writesInTask(_ store: Store, _ person: Person) async throws -> Revision? {
  let names = try await store.read { try $0.fetch(Person.self).map(\.name) }
  let written = try await store.write(by: "ann") { transaction in
    try transaction.insert(person)
    return names.count
  }
  let deletion = Task { try await store.write(by: "ann") { try $0.delete(person) } }
  _ = try await deletion.value
  return written.revision
}
