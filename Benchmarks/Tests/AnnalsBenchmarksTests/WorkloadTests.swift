import AnnalsBenchmarks
import Testing

@Suite struct WorkloadTests {
  private func fingerprint(_ workload: Workload, changes: Int, commit size: Int) throws
    -> UInt64
  {
    var stream = try PeopleStream(workload)
    var sum = Fingerprint()
    for _ in 0..<changes / size {
      for change in stream.nextCommit(of: size).changes { sum.add(change) }
    }
    return sum.value
  }

  @Test("the same seed gives the same bytes, on every machine and in every commit size")
  func reproducible() throws {
    let workload = Workload(seed: 7, records: 500)
    let known: UInt64 = 2_002_245_963_123_355_977
    #expect(try fingerprint(workload, changes: 5_000, commit: 10) == known)
    #expect(try fingerprint(workload, changes: 5_000, commit: 1_000) == known)
    #expect(try fingerprint(Workload(seed: 8, records: 500), changes: 5_000, commit: 10) != known)
  }

  @Test("the mix is 30 % creates, 60 % updates of one or two fields, 10 % deletes")
  func mix() throws {
    var stream = try PeopleStream(Workload(records: 2_000))
    _ = stream.nextCommit(of: 2_000)
    var creates = 0, updates = 0, deletes = 0, fieldsChanged = 0
    for change in stream.nextCommit(of: 20_000).changes {
      switch change {
      case .create: creates += 1
      case .update(_, let fields):
        updates += 1
        fieldsChanged += fields.count
        #expect(fields.map(\.place) == fields.map(\.place).sorted())
        #expect(Set(fields.map(\.place)).count == fields.count)
      case .delete: deletes += 1
      }
    }
    #expect(abs(creates - 6_000) < 300)
    #expect(abs(deletes - 2_000) < 200)
    #expect(abs(Double(fieldsChanged) / Double(updates) - 1.5) < 0.05)
    #expect(stream.livingCount == 2_000 + creates - deletes)
  }

  @Test("a created person has about 150 bytes")
  func size() throws {
    var stream = try PeopleStream(Workload(records: 1_000))
    let sizes = stream.nextCommit(of: 1_000).changes.map { change -> Int in
      guard case .create(let person) = change else { return 0 }
      return [person.id, person.owner, person.name, person.location, person.note]
        .reduce(8) { $0 + $1.utf8.count }
    }
    #expect((140...160).contains(sizes.reduce(0, +) / sizes.count))
  }

  @Test("the generator is SplitMix64 as published")
  func splitMix() {
    var random = SplitMix64(seed: 1_234_567)
    #expect(random.next() == 6_457_827_717_110_365_317)
    #expect(random.next() == 3_203_168_211_198_807_973)
  }
}

extension Fingerprint {
  fileprivate mutating func add(_ change: Change) {
    switch change {
    case .create(let person):
      add("create")
      add(person)
    case .update(let id, let fields):
      add("update")
      add(id)
      for field in fields {
        switch field {
        case .owner(let text), .name(let text), .location(let text), .note(let text): add(text)
        case .age(let number): add(number)
        }
      }
    case .delete(let id):
      add("delete")
      add(id)
    }
  }
}
