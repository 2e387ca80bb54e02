internal import EventLog
internal import PageStore
internal import StoreErrors

/// Brings the changes of a batch into one index: down to the leaves they concern, and from there, level by
/// level, what becomes of the nodes.
struct PastBatch {
  var storage: PastNodeStorage
  /// Whether anything but leaves has changed.
  private var isDirectoryChanged = false

  init(_ nodes: PastNodes) { storage = PastNodeStorage(nodes) }

  mutating func apply(_ changes: OrderedChanges, in transaction: inout WriteTransaction) throws {
    var earliest = UInt64.max
    var latest = UInt64.zero
    for place in 0..<changes.count {
      earliest = min(earliest, changes[place].revision)
      latest = max(latest, changes[place].revision)
    }
    let root = try storage.nodes.root(at: .max, in: transaction)
    guard earliest >= root?.revision ?? 0, latest < PastEntry.forever else {
      throw StoreError(
        .misuse,
        "a change of an index at r\(earliest) comes after r\(root?.revision ?? 0)",
        hints: ["give the batches in the order of time"]
      )
    }
    var directory = PastEntries()
    if let root, root.number > 0 {
      directory.append(
        [UInt8]().span,
        content: root.number,
        from: root.revision,
        to: PastEntry.forever
      )
    }
    let level = root?.level ?? 0
    let reports = try sweep(
      level,
      above: [UInt8]().span,
      directory,
      changes,
      0..<changes.count,
      in: &transaction
    )
    if !reports.isEmpty {
      try settleRoots(level, reports, root?.number ?? 0, in: &transaction)
    }
    if isDirectoryChanged || !reports.isEmpty { try shrink(at: latest, in: &transaction) }
    try storage.finish(in: &transaction)
  }

  /// Sweeps over the nodes under one directory, after those below them.
  ///
  /// - Returns: what that directory has to be told.
  private mutating func sweep(
    _ level: UInt64,
    above lowerBound: Span<UInt8>,
    _ directory: PastEntries,
    _ changes: OrderedChanges,
    _ places: Range<Int>,
    in transaction: inout WriteTransaction
  ) throws -> PastChanges {
    var sweep = PastSweep(
      level: level,
      above: lowerBound,
      directory,
      expecting: level == 0 ? places.count : 0
    )
    var place = places.lowerBound
    while place < places.upperBound {
      let index = directory.last(notAbove: changes.key(at: place))
      let next = index.map { $0 + 1 } ?? 0
      let end =
        next == directory.count
        ? places.upperBound
        : changes.firstPlace(in: place..<places.upperBound, notBelow: directory.key(next))
      if level == 0 {
        let number = index.map { directory[$0].content }
        let longer = try number.flatMap {
          try storage.nodes.appending(
            changes,
            place..<end,
            to: $0,
            hasNeighbours: directory.count > 1,
            in: transaction
          )
        }
        if let index, let longer {
          sweep.wait(index, changes, place..<end, longer)
        } else {
          try sweep.load(index, with: changes, place..<end, from: storage, in: &transaction)
        }
      } else {
        let reports = try self.sweep(
          below: index,
          of: directory,
          level,
          above: lowerBound,
          changes,
          place..<end,
          in: &transaction
        )
        if !reports.isEmpty {
          isDirectoryChanged = true
          let ordered = OrderedChanges(reports)
          try sweep.load(index, with: ordered, 0..<ordered.count, from: storage, in: &transaction)
        }
      }
      place = end
    }
    try sweep.run(in: &storage, &transaction)
    return sweep.reports
  }

  /// Sweeps over the nodes below one entry of a directory; below none for keys that come before all.
  private mutating func sweep(
    below index: Int?,
    of directory: PastEntries,
    _ level: UInt64,
    above lowerBound: Span<UInt8>,
    _ changes: OrderedChanges,
    _ places: Range<Int>,
    in transaction: inout WriteTransaction
  ) throws -> PastChanges {
    guard let index else {
      return try sweep(
        level - 1,
        above: lowerBound,
        PastEntries(),
        changes,
        places,
        in: &transaction
      )
    }
    let bytes = try storage.nodes.node(directory[index].content, in: transaction)
    let children = try PastNodes.entries(of: bytes, level: level, aliveAt: PastEntry.forever - 1)
    return try sweep(
      level - 1,
      above: directory.key(index),
      children,
      changes,
      places,
      in: &transaction
    )
  }
}
