internal import ByteCoding
internal import EventLog
internal import PageStore
internal import StoreErrors

extension PastBatch {
  /// Enters what became of the nodes of the highest level: at any revision one of them is the root, or none,
  /// or they get a directory above them.
  ///
  /// - Parameters:
  ///   - reports: the nodes that were closed and opened, in the order of time.
  ///   - root: the number of the root until then; 0 if there was none.
  mutating func settleRoots(
    _ level: UInt64,
    _ reports: PastChanges,
    _ root: UInt64,
    in transaction: inout WriteTransaction
  ) throws {
    // The old root bounds its keys by nothing.
    var alive: [(key: [UInt8], number: UInt64)] = root > 0 ? [([], root)] : []
    var next = 0
    while next < reports.count {
      let revision = reports.changes[next].revision
      while next < reports.count, reports.changes[next].revision == revision {
        let change = reports.changes[next]
        if change.isInsertion {
          alive.append((Array(reports.key(next)), change.content))
        } else {
          alive.removeAll { $0.number == change.content }
        }
        next += 1
      }
      if alive.count > 1 {
        var changes = PastChanges()
        for (key, number) in alive {
          changes.append(key.span, content: number, at: revision, isInsertion: true)
        }
        for index in next..<reports.count {
          let change = reports.changes[index]
          changes.append(
            reports.key(index),
            content: change.content,
            at: change.revision,
            isInsertion: change.isInsertion
          )
        }
        return try grow(level + 1, changes, in: &transaction)
      }
      let root = PastNodes.Root(revision: revision, number: alive.first?.number ?? 0, level: level)
      try storage.putRoot(root, in: &transaction)
    }
  }

  /// Makes the first directory of a level.
  private mutating func grow(
    _ level: UInt64,
    _ changes: PastChanges,
    in transaction: inout WriteTransaction
  ) throws {
    var sweep = PastSweep(level: level, above: [UInt8]().span, PastEntries())
    let ordered = OrderedChanges(changes)
    try sweep.load(nil, with: ordered, 0..<ordered.count, from: storage, in: &transaction)
    try sweep.run(in: &storage, &transaction)
    try settleRoots(level, sweep.reports, 0, in: &transaction)
  }

  /// Takes away the root while it is a directory of one node.
  mutating func shrink(at revision: UInt64, in transaction: inout WriteTransaction) throws {
    while let root = try storage.nodes.root(at: .max, in: transaction), root.level > 0,
      root.number > 0
    {
      let bytes = try storage.nodes.node(root.number, in: transaction)
      var reader = try PastNodeReader(bytes.span)
      var entries = PastEntries()
      while try reader.next() { entries.append(reader) }
      let children = entries.entries.filter { $0.to == PastEntry.forever }
      guard children.count == 1, let child = children.first else { return }
      if reader.start < revision {
        let closed = storage.writer.node(
          level: root.level,
          from: reader.start,
          to: revision,
          (0..<entries.count).map { UInt64($0) },
          of: entries
        )
        try storage.putClosed(root.number, closed, in: &transaction)
      } else {
        try storage.discard(root.number, in: &transaction)
      }
      try storage.putRoot(
        PastNodes.Root(revision: revision, number: child.content, level: root.level - 1),
        in: &transaction
      )
    }
  }
}
