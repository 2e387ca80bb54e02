import AnnalsBenchmarks
import Foundation
import Testing

@Suite struct ShapeTests {
  /// Plays a workload and checks that each change can be made and changes something.
  ///
  /// - Returns: the changes after the people were created, each with the owner before it.
  private func play(_ workload: Workload, changes: Int) throws -> [(change: Change, owner: String)]
  {
    var stream = try PeopleStream(workload)
    var people: [String: Person] = [:]
    var played: [(change: Change, owner: String)] = []
    for change in stream.nextCommit(of: workload.records + changes).changes {
      switch change {
      case .create(let person):
        #expect(people.updateValue(person, forKey: person.id) == nil)
        played.append((change, person.owner))
      case .update(let id, let fields):
        let before = try #require(people[id])
        var after = before
        for field in fields { after.set(field) }
        #expect(after != before && !fields.isEmpty)
        people[id] = after
        played.append((change, before.owner))
      case .delete(let id):
        let person = try #require(people[id])
        people[id] = nil
        played.append((change, person.owner))
      }
    }
    #expect(stream.livingCount == people.count)
    return Array(played.dropFirst(workload.records))
  }

  @Test("Zipf's law: the n-th comes a n-th as often as the first")
  func zipf() {
    var random = SplitMix64(seed: 5)
    var counts = [Int](repeating: 0, count: 1000)
    for _ in 0..<200_000 { counts[random.drawZipf(below: 1000)] += 1 }
    let first = 200_000 / (1...1000).reduce(0.0) { $0 + 1 / Double($1) }
    for rank in [1, 2, 3, 4, 7, 8, 50] {
      #expect(abs(Double(counts[rank - 1]) * Double(rank) / first - 1) < 0.15, "rank \(rank)")
    }
    #expect(counts[500...].reduce(0, +) > 10_000)
    for bound in 1...40 {
      #expect((0..<200).allSatisfy { _ in (0..<bound).contains(random.drawZipf(below: bound)) })
    }
  }

  @Test("every shape gives changes that can be made", arguments: Shape.named.map(\.name))
  func canBeMade(name: String) throws {
    let shape = try #require(Shape.named.first { $0.name == name }?.shape)
    for records in [1, 300] {
      _ = try play(Workload(seed: 3, records: records, owners: 5, shape: shape), changes: 3_000)
    }
  }

  @Test("a hot person gets nine of ten updates")
  func hot() throws {
    let workload = Workload(records: 500, owners: 5, shape: .hot(percent: 90))
    let updates = try play(workload, changes: 5_000).compactMap { played -> String? in
      if case .update(let id, _) = played.change { id } else { nil }
    }
    let hottest = updates.count { $0 == "p0000000" }
    #expect(abs(Double(hottest) / Double(updates.count) - 0.9) < 0.03)
  }

  @Test("bursts stay with one owner for so many changes")
  func bursts() throws {
    let workload = Workload(records: 4_000, owners: 40, shape: .bursts(length: 25))
    let owners = try play(workload, changes: 5_000).map(\.owner)
    let breaks = zip(owners, owners.dropFirst()).count { $0 != $1 }
    #expect(breaks < 400, "about one in 25 changes")
    #expect(Set(owners).count > 30)
  }

  @Test("a recording is played in its order, upon others once it has ended")
  func recorded() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/history.jsonl"
    let lines = [
      #"{"revision":1,"op":"define","type":"t","definition":{}}"#,
      #"{"op":"create","type":"t","id":"a","changes":{"x":{"new":1}}}"#,
      #"{"op":"create","type":"u","id":"a","changes":{}}"#,
      #"{"op":"update","type":"t","id":"a","changes":{"x":{"old":1,"new":2},"y":{"new":3}}}"#,
      #"{"op":"delete","type":"u","id":"a","changes":{}}"#,
      #"{"op":"update","type":"v","id":"never","changes":{"x":{}}}"#,
    ]
    try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
    let workload = Workload(records: 10, owners: 5, shape: .recorded(path: path))
    let words = try play(workload, changes: 10).map { played in
      switch played.change {
      case .create(let person): "create \(person.id)"
      case .update(let id, let fields): "update \(id) \(fields.count)"
      case .delete(let id): "delete \(id)"
      }
    }
    #expect(
      words == [
        "create p0000010", "create p0000011", "update p0000010 2", "delete p0000011",
        "create p0000012", "create p0000013", "create p0000014", "update p0000013 2",
        "delete p0000014", "create p0000015",
      ]
    )
  }

  @Test("a file that is no recording is refused", arguments: ["", "no\n", "{}\n"])
  func notRecorded(content: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/x"
    try content.write(toFile: path, atomically: true, encoding: .utf8)
    #expect(throws: BenchmarkError.self) {
      try PeopleStream(Workload(shape: .recorded(path: path)))
    }
    #expect(throws: BenchmarkError.self) {
      try PeopleStream(Workload(shape: .recorded(path: path + "/none")))
    }
  }
}

extension Person {
  fileprivate mutating func set(_ field: PersonField) {
    switch field {
    case .owner(let text): owner = text
    case .name(let text): name = text
    case .age(let number): age = number
    case .location(let text): location = text
    case .note(let text): note = text
    }
  }
}
