/// Changes as a change data capture tool would have seen them happen in a table of people: one envelope in Debezium's
/// form a line, with the whole row before and after, ten lines to a transaction.
///
/// Form: https://debezium.io/documentation/reference/stable/connectors/mysql.html (data change events, without
/// schema).
struct ChangeEventLines {
  private var stream: PeopleStream
  private var people: [String: Person] = [:]
  private var number = 0
  private var commit = PeopleCommit(actor: "", reason: "", time: 0, changes: [], owner: "")
  private var place = 0

  /// Lines of one transaction.
  static let transactionSize = 10

  /// What `annals import` needs to know of the lines beside their format.
  static let importOptions = [
    "--id", "id", "--actor-from", "source.user", "--commit-by", "transaction.id",
  ]

  /// Begins at the first change of a workload.
  ///
  /// - Throws: `BenchmarkError` where a recording cannot be read.
  init(_ workload: Workload) throws { stream = try PeopleStream(workload) }

  /// The next line, its end included.
  mutating func next() -> String {
    if place == commit.changes.count {
      commit = stream.nextCommit(of: Self.transactionSize)
      place = 0
    }
    defer { (place, number) = (place + 1, number + 1) }
    let change = commit.changes[place]
    let before = people[change.id]
    let after = before.changed(by: change)
    people[change.id] = after
    let operation = before == nil ? "c" : after == nil ? "d" : "u"
    let milliseconds = commit.time / 1_000_000
    return
      "{\"before\":\(Self.row(before)),\"after\":\(Self.row(after)),\"source\":{\"version\":\"2.5.0.Final\""
      + ",\"connector\":\"mysql\",\"name\":\"shop\",\"ts_ms\":\(milliseconds),\"db\":\"shop\",\"table\":\"person\""
      + ",\"file\":\"binlog.000007\",\"pos\":\(number * 400),\"user\":\"\(commit.actor)\"},\"op\":\"\(operation)\""
      + ",\"ts_ms\":\(milliseconds),\"transaction\":{\"id\":\"tx-\(number / Self.transactionSize)\"}}\n"
  }

  /// The texts of a workload hold nothing that JSON would write in another way.
  private static func row(_ person: Person?) -> String {
    guard let person else { return "null" }
    return
      "{\"id\":\"\(person.id)\",\"owner\":\"\(person.owner)\",\"name\":\"\(person.name)\",\"age\":\(person.age)"
      + ",\"location\":\"\(person.location)\",\"note\":\"\(person.note)\"}"
  }
}

extension Person? {
  /// Who is there after a change.
  fileprivate func changed(by change: Change) -> Person? {
    switch change {
    case .create(let person): return person
    case .delete: return nil
    case .update(_, let fields):
      var person = self
      for field in fields {
        switch field {
        case .owner(let owner): person?.owner = owner
        case .name(let name): person?.name = name
        case .age(let age): person?.age = age
        case .location(let location): person?.location = location
        case .note(let note): person?.note = note
        }
      }
      return person
    }
  }
}
