import Annals

func keepsClosure(_ store: Store) throws {
  var later: [() throws -> Void] = []
  try store.write(by: "ann") { transaction in
    // error: captures 'inout' parameter 'transaction'
    later.append { try transaction.insert(Person(id: "late", name: "Late")) }
  }
  for work in later { try work() }
}
