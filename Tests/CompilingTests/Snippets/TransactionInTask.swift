import Annals

func startsTask(_ store: Store) throws {
  try store.write(by: "ann") { transaction in
    // error: captures 'inout' parameter 'transaction'
    // error: risks causing data races
    Task {
      try transaction.insert(Person(id: "late", name: "Late"))
    }
  }
}
