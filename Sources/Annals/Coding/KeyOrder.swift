/// The coding keys of a type in the order that its coder asks for them, which as a rule is the same for each record: so
/// the place of each is looked up once.
struct KeyOrder {
  private let table: FieldTable
  private var known: [(key: String, place: FieldTable.Place)] = []
  private var next = 0
  private let hasLookalikes: Bool

  init(_ table: FieldTable) {
    self.table = table
    hasLookalikes = table.hasLookalikes
  }

  /// Begins with another record.
  mutating func restart() { next = 0 }

  /// What a key stands for.
  mutating func place(of key: String) -> FieldTable.Place {
    let index = next
    next &+= 1
    // Swift calls keys of other bytes equal, too, which counts only where fields are told apart by no more than that.
    if index < known.count, known[index].key == key, !hasLookalikes { return known[index].place }
    let place = table.place(of: key)
    if index < known.count { known[index] = (key, place) } else { known.append((key, place)) }
    return place
  }
}
