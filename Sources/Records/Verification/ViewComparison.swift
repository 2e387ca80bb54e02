internal import ByteCoding
internal import EventLog
internal import OrderedBytes
internal import PageStore
internal import StoreErrors

/// Compares what the views say of one type at one point with what the log gives.
struct ViewComparison {
  let store: ViewStore
  let definition: TypeDefinition
  let point: Revision
  /// Whether the views show this point as the present.
  let isHead: Bool
  /// The views that show all records at the point.
  let views: [ViewDefinition]
  private var records: ExpectedRecords
  /// How many states were compared.
  private(set) var stateCount: UInt64 = 0
  /// How many entries were compared.
  private(set) var entryCount: UInt64 = 0

  init(
    of store: ViewStore,
    _ definition: TypeDefinition,
    at point: Revision,
    of applied: ViewStore.Applied,
    with records: ExpectedRecords
  ) {
    self.store = store
    self.definition = definition
    self.point = point
    isHead = point == applied.revision
    let shown = ViewsAtPoint(store, at: point, of: applied)
    views = definition.views.filter { shown.isWhole($0, of: definition) }
    self.records = records
  }

  /// Compares everything.
  ///
  /// - Throws: `FoundFault` for the first difference or damage.
  /// - Complexity: O(n log n) for n records, and memory for the keys of one view.
  mutating func run(in transaction: borrowing some ReadableTransaction & ~Copyable) throws {
    try compareRecords(in: transaction)
    try compareLiving(in: transaction)
    for view in views { try compare(view, in: transaction) }
    if isHead {
      try compareUniques(in: transaction)
      try compareSummaries(in: transaction)
    }
  }

  private func fault(
    _ message: String = "",
    id: ExactString? = nil,
    view: ViewDefinition? = nil
  ) -> VerificationFault {
    VerificationFault(
      in: .views,
      at: point,
      type: definition.name,
      id: id,
      view: view?.name,
      message
    )
  }

  /// Every record's state, as its trail leads to it.
  private mutating func compareRecords(
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws {
    let through = EventPosition(point, .max)
    try fault().blamed {
      try store.forEachID(ofType: definition.number, in: transaction) { id in
        if let missing = records.meet(id) { throw lost(missing) }
        let wanted = records.state(of: id)
        try fault(id: id).blamed {
          let key = RecordKey(definition.number, id)
          let found = try store.state(of: key, through: through, in: transaction) ?? RecordState()
          if let difference = try found.difference(from: wanted, under: definition) {
            throw FoundFault(fault: fault(difference, id: id))
          }
        }
        stateCount += 1
      }
    }
    if let missing = records.rest { throw lost(missing) }
  }

  private func lost(_ id: ExactString) -> FoundFault {
    FoundFault(fault: fault("the record is missing", id: id))
  }

  /// The list of living records, as the past keeps it.
  private mutating func compareLiving(
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws {
    var expected = ExpectedKeys()
    for (id, state) in records.all where state.isAlive {
      expected.append(id) { $0.append(raw: id.text.utf8) }
    }
    try meet(&expected, fault(), "the list of living records") { meet in
      try store.past.forEach(
        of: PastOfType.livingIndex(of: definition.number),
        at: point,
        from: [],
        through: [],
        in: transaction
      ) { key, _ in try meet(key, ExactString(try ByteReader.text(key))) }
    }
    entryCount += UInt64(expected.count)
  }

  /// One view's entries: as the past keeps them, and at the head those of the present, too.
  private mutating func compare(
    _ view: ViewDefinition,
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws {
    var expected = ExpectedKeys()
    for (id, state) in records.all where state.isAlive {
      try expected.append(id) { key in
        try RecordIndexes.appendEntry(of: state, in: view, of: definition, to: &key)
        key.append(text: id.text)
      }
    }
    if isHead {
      let prefix = ViewKeys.view(view.number, of: definition.number).bytes
      var present = expected
      try meet(&present, fault(view: view), "the view") { meet in
        try store.forEachEntry(from: prefix, through: prefix, in: transaction) { entry in
          try meet(entry.full.span, entry.id)
        }
      }
      entryCount += UInt64(expected.count)
    }
    try meet(&expected, fault(view: view), isHead ? "the view's past" : "the view") { meet in
      try store.past.forEach(
        of: PastOfType.index(ofView: view.number, of: definition.number),
        at: point,
        from: [],
        through: [],
        in: transaction
      ) { key, idOffset in
        try meet(key, EntryKey(past: key, idOffset: Int(idOffset)).id)
      }
    }
    entryCount += UInt64(expected.count)
  }

  /// Who holds which unique value.
  private mutating func compareUniques(
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws {
    var expected = ExpectedKeys()
    for (id, state) in records.all {
      for unique in try RecordIndexes.uniques(of: state, under: definition) {
        expected.append(id) { $0.append(raw: unique) }
      }
    }
    try meet(&expected, fault(), "the unique values") { meet in
      try store.forEachUnique(ofType: definition.number, in: transaction) { key, id in
        _ = try meet(key, id)
      }
    }
    entryCount += UInt64(expected.count)
  }

  /// How many records and entries there are, and their digests, as they are kept.
  private func compareSummaries(
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws {
    var right = SummaryChanges()
    for (id, state) in records.all where state.version > 0 {
      let key = ViewKeys.record(RecordKey(definition.number, id))
      right.change(.records(of: definition.number)) {
        if state.isAlive { $0.count += 1 }
        $0.add(ListSummary.digest(of: state.bytes.span, under: key.span))
      }
    }
    for view in views {
      for (id, state) in records.all where state.isAlive {
        var key = KeyBytes(reserving: 64)
        try RecordIndexes.appendEntry(of: state, in: view, of: definition, to: &key)
        key.append(text: id.text)
        right.change(.view(view.number, of: definition.number)) {
          $0.count += 1
          $0.add(ListSummary.digest(ofEntry: key.bytes.span))
        }
      }
    }
    let wanted = right.all
    let lists =
      [ListKey.records(of: definition.number)]
      + views.map { .view($0.number, of: definition.number) }
    for list in lists {
      try fault().blamed {
        let found = try store.summary(of: list, in: transaction)
        let right = wanted[list] ?? ListSummary()
        guard found != right else { return }
        let name = list.name(under: definition)
        let message =
          found.count == right.count
          ? "the digest kept of \(name) is not that of the log"
          : "\(found.count) are counted in \(name), by the log there are \(right.count)"
        throw FoundFault(fault: fault(message))
      }
    }
  }

  /// Compares what a walk meets with what it should.
  private func meet(
    _ expected: inout ExpectedKeys,
    _ place: VerificationFault,
    _ list: String,
    _ walk: ((Span<UInt8>, ExactString) throws -> Bool) throws -> Void
  ) throws {
    expected.sort()
    func report(_ mismatch: ExpectedKeys.Mismatch) -> FoundFault {
      var fault = place
      switch mismatch {
      case .missing(let id):
        fault.id = id
        fault.message = "the record is missing in \(list), or not at its place"
      case .unexpected(let id):
        fault.id = id
        fault.message = "the record should not be at its place in \(list)"
      }
      return FoundFault(fault: fault)
    }
    try place.blamed {
      try walk { key, id in
        if let mismatch = expected.meet(key, id) { throw report(mismatch) }
        return true
      }
    }
    if let mismatch = expected.rest { throw report(mismatch) }
  }
}
