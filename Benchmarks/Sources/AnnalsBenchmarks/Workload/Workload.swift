/// Which changes an engine is given: the same numbers here mean the same changes, byte for byte.
public struct Workload: Sendable, Hashable, Codable {
  /// What all random draws depend on.
  public var seed: UInt64
  /// How many people are created before the mix of changes begins.
  public var records: Int
  /// How many owners the people are spread over, evenly at random.
  public var owners: Int
  /// Creates among 100 changes of the mix.
  public var createPercent: Int
  /// Deletes among 100 changes of the mix; all others are updates.
  public var deletePercent: Int
  /// Whom the changes meet; a recording also says which changes there are.
  public var shape: Shape

  /// Makes a workload.
  ///
  /// - Parameters:
  ///   - records: 1 to 9 million.
  ///   - owners: 1 to 99,999; nil for one owner per 200 people, so that an owner has several pages.
  public init(
    seed: UInt64 = 1,
    records: Int = 200_000,
    owners: Int? = nil,
    createPercent: Int = 30,
    deletePercent: Int = 10,
    shape: Shape = .uniform
  ) {
    self.seed = seed
    self.records = records
    self.owners = owners ?? max(1, records / 200)
    self.createPercent = createPercent
    self.deletePercent = deletePercent
    self.shape = shape
  }

  /// An owner, drawn with the caller's generator.
  public func owner(_ random: inout SplitMix64) -> String {
    PeopleText.owner(UInt32(random.draw(below: owners)))
  }

  /// So many owners, or all where there are fewer, each once.
  func owners(first count: Int) -> [String] {
    (0..<min(count, owners)).map { PeopleText.owner(UInt32($0)) }
  }
}

/// The endless sequence of changes that a workload stands for.
///
/// It keeps the numbers that each living person's texts are made from, 20 bytes a person, so that every
/// update is of someone alive and truly changes the value.
public struct PeopleStream: Sendable {
  /// The workload it plays.
  public let workload: Workload
  /// How many changes were handed out.
  public private(set) var changeCount = 0

  private var random: SplitMix64
  private var living: [Facts] = []
  private var idsGiven: UInt32 = 0
  private var commitCount: Int64 = 0
  private var lastOwner: UInt32 = 0
  private var burst = Burst()
  private var playback: Playback?
  /// Where the people of a playback stand in `living`, by number.
  private var places: [UInt32: Int] = [:]

  /// A run of changes that meet the people of one owner.
  private struct Burst {
    var left = 0
    var owner: UInt32 = 0
    var place = 0
  }

  private struct Facts {
    let number: UInt32
    var owner: UInt32
    var note: UInt32
    var name: UInt16
    var age: UInt8
    var location: UInt8
  }

  /// Begins at the first change.
  ///
  /// - Throws: `BenchmarkError` where a recording cannot be read.
  public init(_ workload: Workload) throws {
    self.workload = workload
    random = SplitMix64(seed: workload.seed)
    if case .recorded(let path) = workload.shape { playback = Playback(try Recording(at: path)) }
  }

  /// How many people live now.
  public var livingCount: Int { living.count }

  /// The id of a living person, drawn with the caller's generator.
  ///
  /// - Returns: nil where nobody lives.
  public func livingID(_ random: inout SplitMix64) -> String? {
    living.isEmpty ? nil : PeopleText.id(living[random.draw(below: living.count)].number)
  }

  /// The next changes, as one commit.
  ///
  /// - Parameter size: how many changes.
  public mutating func nextCommit(of size: Int) -> PeopleCommit {
    commitCount += 1
    var changes: [Change] = []
    changes.reserveCapacity(size)
    for _ in 0..<size { changes.append(nextChange()) }
    return PeopleCommit(
      actor: "clerk-\(commitCount % 7)",
      reason: "correction",
      time: Self.start + commitCount * 1_000_000,
      changes: changes,
      owner: PeopleText.owner(lastOwner)
    )
  }

  /// The first commit's time: 2024-01-01.
  private static let start: Int64 = 1_704_067_200_000_000_000

  private mutating func nextChange() -> Change {
    changeCount += 1
    if changeCount <= workload.records || living.isEmpty { return create() }
    if let step = playback?.next() { return change(by: step) }
    if case .bursts(let length) = workload.shape { moveBurst(length) }
    let percent = random.draw(below: 100)
    if percent < workload.createPercent { return create() }
    let isDelete = percent < workload.createPercent + workload.deletePercent
    let place = drawPlace(isDelete: isDelete)
    lastOwner = living[place].owner
    return isDelete ? delete(place) : update(place)
  }

  /// What a recorded event means for the person who stands for its record; somebody new does where nobody did.
  private mutating func change(by step: Recording.Step) -> Change {
    guard let person = playback?.people[step.record], let place = places[person] else {
      let change = create()
      playback?.set(living[living.count - 1].number, for: step.record)
      return change
    }
    lastOwner = living[place].owner
    guard step.operation == .delete else { return update(place, fieldCount: step.fields) }
    playback?.set(nil, for: step.record)
    return delete(place)
  }

  /// Whom the next change meets.
  private mutating func drawPlace(isDelete: Bool) -> Int {
    switch workload.shape {
    case .uniform, .recorded: return random.draw(below: living.count)
    case .zipf: return random.drawZipf(below: living.count)
    case .bursts: return burst.place
    case .hot(let percent):
      // The first of all stays, and stays hot.
      if living.count == 1 || !isDelete && random.draw(below: 100) < percent { return 0 }
      return 1 + random.draw(below: living.count - 1)
    }
  }

  /// Goes to the next person of the burst's owner, or begins a burst of another owner.
  private mutating func moveBurst(_ length: Int) {
    if burst.left == 0 {
      burst = Burst(left: length, place: random.draw(below: living.count))
      burst.owner = living[burst.place].owner
    } else {
      // Those of one owner lie about as far from each other as there are owners.
      for _ in living.indices {
        burst.place = (burst.place + 1) % living.count
        if living[burst.place].owner == burst.owner { break }
      }
    }
    burst.left -= 1
  }

  private mutating func create() -> Change {
    let facts = Facts(
      number: idsGiven,
      owner: burst.left > 0 ? burst.owner : UInt32(random.draw(below: workload.owners)),
      note: UInt32(truncatingIfNeeded: random.next()),
      name: UInt16(random.draw(below: PeopleText.names)),
      age: UInt8(random.draw(below: PeopleText.ages)),
      location: UInt8(random.draw(below: PeopleText.locations))
    )
    idsGiven += 1
    if playback != nil { places[facts.number] = living.count }
    living.append(facts)
    lastOwner = facts.owner
    return .create(
      Person(
        id: PeopleText.id(facts.number),
        owner: PeopleText.owner(facts.owner),
        name: PeopleText.name(facts.name),
        age: Int64(facts.age),
        location: PeopleText.location(facts.location),
        note: PeopleText.note(facts.note)
      )
    )
  }

  private mutating func delete(_ place: Int) -> Change {
    let id = PeopleText.id(living[place].number)
    if playback != nil {
      places[living[living.count - 1].number] = place
      places[living[place].number] = nil
    }
    living.swapAt(place, living.count - 1)
    living.removeLast()
    return .delete(id: id)
  }

  /// One field, and every second time another one.
  private mutating func update(_ place: Int, fieldCount: Int? = nil) -> Change {
    let first = random.draw(below: 5)
    var fields = [changeField(first, of: place)]
    if fieldCount.map({ $0 > 1 }) ?? (random.draw(below: 2) == 1) {
      let second = (first + 1 + random.draw(below: 4)) % 5
      let field = changeField(second, of: place)
      fields.insert(field, at: second < first ? 0 : 1)
    }
    return .update(id: PeopleText.id(living[place].number), fields)
  }

  private mutating func changeField(_ field: Int, of place: Int) -> PersonField {
    switch field {
    case 0:
      let owner = another(than: Int(living[place].owner), below: workload.owners)
      living[place].owner = UInt32(owner)
      return .owner(PeopleText.owner(living[place].owner))
    case 1:
      living[place].name = UInt16(another(than: Int(living[place].name), below: PeopleText.names))
      return .name(PeopleText.name(living[place].name))
    case 2:
      living[place].age = UInt8(another(than: Int(living[place].age), below: PeopleText.ages))
      return .age(Int64(living[place].age))
    case 3:
      let location = another(than: Int(living[place].location), below: PeopleText.locations)
      living[place].location = UInt8(location)
      return .location(PeopleText.location(living[place].location))
    default:
      living[place].note = UInt32(another(than: Int(living[place].note), below: 1 << 32))
      return .note(PeopleText.note(living[place].note))
    }
  }

  /// A number below `bound` that is not `number`, where there is one.
  private mutating func another(than number: Int, below bound: Int) -> Int {
    guard bound > 1 else { return number }
    return (number + 1 + random.draw(below: bound - 1)) % bound
  }
}
