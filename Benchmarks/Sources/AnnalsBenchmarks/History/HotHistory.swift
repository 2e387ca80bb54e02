internal import Annals

/// The history of a store in which one record of one owner's 200 is rewritten again and again.
struct HotHistory {
  /// Creates the people.
  let first: PeopleCommit
  /// Who is rewritten.
  let id: String
  private var random: SplitMix64
  private var age: Int64 = 0

  init(seed: UInt64) throws {
    var stream = try PeopleStream(Workload(seed: seed, records: 200, owners: 1))
    first = stream.nextCommit(of: 200)
    random = SplitMix64(seed: seed)
    id = stream.livingID(&random) ?? ""
  }

  /// Gives the person another age, so that it moves in both views.
  mutating func next() -> PeopleCommit {
    age = (age + 1 + Int64(random.draw(below: PeopleText.ages - 1))) % Int64(PeopleText.ages)
    return PeopleCommit(
      actor: first.actor,
      reason: first.reason,
      time: first.time,
      changes: [.update(id: id, [.age(age)])],
      owner: first.owner
    )
  }

  /// One of so many rewrites, drawn at random; the type's definition and the people's creation come before them.
  static func revision(_ random: inout SplitMix64, _ rewrites: Int) -> Revision {
    Revision(UInt64(3 + random.draw(below: rewrites)))
  }
}
