internal import ByteCoding
package import EventLog
internal import PageStore
internal import StoreErrors

/// Compares the views and the snapshots with what the log itself gives, and checks the log.
///
/// The log is folded once forward for each group of types, and stops at each point to compare: memory is taken for
/// the records of one group, time for the log once per group and for the records once per point.
package struct Verifier {
  private let log: any EventLog
  private let views: Views
  /// The snapshots to compare; nil where only the views are wanted.
  private let snapshots: [Snapshots.Inspected]
  private let isOfLog: Bool
  private var result = Verification()
  /// The points, but for the head, and the revisions of the snapshots.
  private var points: [Revision] = []
  private var comparedViews: Set<UInt64> = []

  /// Groups of types are as large as so many records.
  private static let groupRecords: UInt64 = 200_000

  /// Prepares a verification.
  ///
  /// - Parameters:
  ///   - snapshots: where the snapshots lie; nil for none.
  ///   - isOfLog: whether the log and the snapshots are checked, too, and not the views alone.
  package init(of log: any EventLog, _ views: Views, _ snapshots: Snapshots?, isOfLog: Bool) {
    self.log = log
    self.views = views
    self.snapshots = isOfLog ? snapshots?.inspect() ?? [] : []
    self.isOfLog = isOfLog
  }

  /// Compares everything.
  ///
  /// - Parameters:
  ///   - count: at how many points before the head the views are compared, at most.
  ///   - seed: which points are taken; nil lets the log's digest choose.
  package mutating func run(points count: Int, seed: UInt64?, progress: Progress?) throws
    -> Verification
  {
    let clock = ContinuousClock()
    let start = clock.now
    result.isOfLog = isOfLog
    do {
      try check(points: count, seed: seed, progress)
    } catch let found as FoundFault {
      result.fault = found.fault
    }
    result.duration = start.duration(to: clock.now)
    return result
  }

  private mutating func check(points count: Int, seed: UInt64?, _ progress: Progress?) throws {
    let head = try VerificationFault(in: .log, "").blamed {
      let head = try log.head()
      // Read here, so that damaged definitions are not the views' fault.
      _ = try views.catalog(to: head.revision)
      return head
    }
    let groups: [[UInt32]]
    do { groups = try self.groups(&result.since) } catch let found as FoundFault {
      // What the views do not hold yet is read from the log, whose damage is not theirs.
      try checkLogAlone(to: head.revision)
      throw found
    }
    points = Self.sample(
      count,
      from: max(result.since, Revision(1)),
      before: head.revision,
      seed: seed ?? head.chain.low
    )
    for (number, types) in groups.enumerated() {
      let before = UInt64(number) * head.eventCount
      let total = UInt64(groups.count) * head.eventCount
      try check(types, to: head.revision, checksLog: isOfLog && number == 0) {
        progress?(before + $0, total)
      }
    }
    result.points = points + (head.revision > .zero ? [result.head] : [])
    result.views = comparedViews.count
    for snapshot in snapshots {
      if let damage = snapshot.damage { throw Self.fault(snapshot, damage) }
      result.snapshots += 1
    }
  }

  private func checkLogAlone(to head: Revision) throws {
    try VerificationFault(in: .log, "").blamed {
      var fold = LogFold(of: log, types: [], check: try LogCheck(of: log))
      try fold.advance(to: head) { _ in }
    }
  }

  /// Groups of types whose records are held in memory together; one group without types for a log without any.
  private func groups(_ since: inout Revision) throws -> [[UInt32]] {
    try VerificationFault(in: .views, "").blamed {
      try views.readUnmended { transaction, sight in
        since = sight.applied.since
        var groups: [[UInt32]] = [[]]
        var size: UInt64 = 0
        for definition in sight.catalog.definitions(at: sight.applied.revision) {
          let count = try sight.store.count(of: definition.number, in: transaction)
          if size > 0, size + min(count, Self.groupRecords) > Self.groupRecords {
            groups.append([])
            size = 0
          }
          groups[groups.count - 1].append(definition.number)
          size += min(count, Self.groupRecords)
        }
        return groups
      }
    }
  }

  /// Revisions spread over a range: one at random in each of so many equal parts.
  static func sample(_ count: Int, from first: Revision, before end: Revision, seed: UInt64)
    -> [Revision]
  {
    guard count > 0, first < end else { return [] }
    let width = end.rawValue - first.rawValue
    guard width > UInt64(count) else {
      return (first.rawValue..<end.rawValue).map { Revision($0) }
    }
    let (part, rest) = width.quotientAndRemainder(dividingBy: UInt64(count))
    return (0..<UInt64(count)).map { number in
      var writer = ByteWriter(reserving: 8)
      writer.appendFixed(number)
      let random = Checksum.of(writer.bytes.span, seed: seed)
      let start = first.rawValue + number * part + min(number, rest)
      return Revision(start + random % (part + (number < rest ? 1 : 0)))
    }
  }

  /// Folds the log for some types, and compares them on the way.
  private mutating func check(
    _ types: [UInt32],
    to head: Revision,
    checksLog: Bool,
    _ progress: (UInt64) -> Void
  ) throws {
    let damage = VerificationFault(in: .log, "")
    var fold = try damage.blamed {
      LogFold(of: log, types: Set(types), check: checksLog ? try LogCheck(of: log) : nil)
    }
    let sound = snapshots.filter { $0.damage == nil }
    for stop in Set(points + sound.compactMap(\.revision)).sorted() {
      try damage.blamed { try fold.advance(to: stop, progress: progress) }
      for snapshot in sound where snapshot.revision == stop {
        try compare(snapshot, with: fold, types)
      }
      guard points.contains(stop) else { continue }
      try Self.read(views) { transaction, sight in
        try compare(sight, at: stop, with: fold, types, in: transaction)
      }
    }
    try Self.read(views) { transaction, sight in
      // Others may have written meanwhile: what is compared last is the present that the views show now.
      let now = max(sight.applied.revision, head)
      try damage.blamed { try fold.advance(to: now, progress: progress) }
      try compare(sight, at: now, with: fold, types, in: transaction)
      result.head = now
    }
    result.events = fold.eventCount
  }

  private static func read(
    _ views: Views,
    _ body: (borrowing ReadTransaction, Views.Sight) throws -> Void
  ) throws {
    try VerificationFault(in: .views, "").blamed { try views.readUnmended(body) }
  }

  private mutating func compare(
    _ sight: Views.Sight,
    at point: Revision,
    with fold: LogFold,
    _ types: [UInt32],
    in transaction: borrowing ReadTransaction
  ) throws {
    // Views that others put in their place meanwhile may know less of the past.
    result.since = max(result.since, sight.applied.since)
    guard point >= sight.applied.since else { return }
    for type in types {
      guard let definition = sight.catalog.definition(of: type, at: point) else { continue }
      var comparison = ViewComparison(
        of: sight.store,
        definition,
        at: point,
        of: sight.applied,
        with: try ExpectedRecords(fold, ofType: type)
      )
      try comparison.run(in: transaction)
      result.records += comparison.stateCount
      result.entries += comparison.entryCount
      for view in comparison.views {
        comparedViews.insert(PastOfType.index(ofView: view.number, of: type))
      }
    }
  }

  private func compare(
    _ snapshot: Snapshots.Inspected,
    with fold: LogFold,
    _ types: [UInt32]
  ) throws {
    var expected: [UInt32: ExpectedRecords] = [:]
    for type in types { expected[type] = try ExpectedRecords(fold, ofType: type) }
    let walk = try snapshot.forEach { key, state in
      guard var records = expected.removeValue(forKey: key.type) else { return nil }
      defer { expected[key.type] = records }
      if let missing = records.meet(key.id) { return "'\(missing)' is missing" }
      return state == records.state(of: key.id) ? nil : "'\(key.id)' is not as the log has it"
    }
    if walk == .gone { return }
    if case .wrong(let found) = walk { throw Self.fault(snapshot, found) }
    if let missing = expected.values.lazy.compactMap(\.rest).first {
      throw Self.fault(snapshot, "'\(missing)' is missing")
    }
  }

  private static func fault(_ snapshot: Snapshots.Inspected, _ message: String) -> FoundFault {
    FoundFault(
      fault: VerificationFault(
        in: .snapshot,
        at: snapshot.revision,
        path: snapshot.path,
        message
      )
    )
  }
}
