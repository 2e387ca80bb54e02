internal import Foundation
internal import Records
internal import StoreErrors

/// A fetch made ready for a place: what the store looks up, and what is left to be tested and sorted in Swift.
struct TypedQuery<T: Record> {
  private let source: ReadSource
  private let binding: TypeBinding<T>
  private let descriptor: FetchDescriptor<T>
  /// What the store is asked for; nil where the type was not defined yet.
  private let query: Query?
  /// What the store's condition leaves open; nil where it says all.
  private let test: ((T) throws -> Bool)?
  /// Whether the records must be sorted in Swift, since the order goes by something that is no field.
  private let sortsHere: Bool

  init(_ descriptor: FetchDescriptor<T>, _ source: ReadSource) throws {
    guard descriptor.fetchLimit ?? 0 >= 0, descriptor.fetchOffset >= 0 else {
      throw StoreError(.usage, "a fetch's limit or offset cannot be negative")
    }
    let binding = try source.store.binding(of: T.self)
    self.source = source
    self.binding = binding
    self.descriptor = descriptor
    guard let definition = try source.definition(binding) else {
      query = nil
      test = nil
      sortsHere = false
      return
    }
    let field = { (keyPath: AnyKeyPath) in binding.field(keyPath, under: definition) }
    var query = Query(binding.name)
    // What the store cannot sort by is sorted here.
    let sorts = descriptor.sortBy.map { SortKey($0, field: field) }
    sortsHere = sorts.contains { $0 == nil }
    query.sort = sortsHere ? [] : sorts.compactMap(\.self)
    if let predicate = descriptor.predicate {
      let translation = PredicateTranslation(
        predicate,
        naming: binding.recordNames,
        field: field
      )
      query.ids = translation.ids
      query.condition = translation.condition
      test = translation.remainder
    } else {
      test = nil
    }
    self.query = query
    if descriptor.refusesScans { try refuseScan(query) }
  }

  // MARK: - Answers

  /// The records, in order.
  func records() throws -> [T] {
    try matches({ record, _ in record }, ofList: { try $0.records(of: $1) })
  }

  /// The records with their versions, in order.
  func versions() throws -> [(record: T, version: RecordVersion)] {
    try matches { ($0, RecordVersion($1)) }
  }

  /// The ids of the records, in order.
  func ids() throws -> [ExactString] { try matches { _, stored in stored.id } }

  /// How many records the predicate accepts, whatever the limit and the offset.
  func count() throws -> Int {
    guard let query else { return 0 }
    guard let test else { return try source.count(query) }
    var count = 0
    try forEach(query, bound: nil, restart: { count = 0 }) { record, _ in
      if try test(record()) { count += 1 }
      return true
    }
    return count
  }

  /// How the store answers; what is tested and sorted in Swift is work of the plan as well.
  func plan() throws -> Plan? {
    guard let query else { return nil }
    var plan = try source.explain(query)
    plan.needsFilter = plan.needsFilter || test != nil
    plan.needsSort = plan.needsSort || sortsHere
    return plan
  }

  /// The records that are wanted, each made into something.
  ///
  /// - Parameter makeAll: does the same for all records of a list that is kept; nil to have them one by one.
  private func matches<R>(
    _ make: (T, StoredRecord) throws -> R,
    ofList makeAll: ((StoredRecordReader<T>, KeptList) throws -> [R])? = nil
  ) throws -> [R] {
    guard let query else { return [] }
    if sortsHere { return try sortedMatches(query, make) }
    let wanted = Query(query.type, limit: descriptor.fetchLimit, offset: descriptor.fetchOffset)
    var window = QueryWindow(of: wanted)
    var results: [R] = []
    let restart = {
      window = QueryWindow(of: wanted)
      results = []
      results.reserveCapacity(window.room)
    }
    let bound = test == nil ? window.bound() : nil
    guard descriptor.fetchLimit != 0 else { return [] }
    let reader = StoredRecordReader(binding)
    let takeList =
      test == nil
      ? makeAll.map { makeAll in
        { (list: KeptList) in results = window.part(of: try makeAll(reader, list)) }
      } : nil
    try forEach(query, reader, bound: bound, restart: restart, takeList) { record, stored in
      guard let test else {
        if window.place() == .inside { try results.append(make(record(), stored)) }
        return !window.isFull
      }
      let record = try record()
      guard try test(record) else { return true }
      if window.place() == .inside { try results.append(make(record, stored)) }
      return !window.isFull
    }
    return results
  }

  /// The same where the order goes by something that the store does not know.
  private func sortedMatches<R>(_ query: Query, _ make: (T, StoredRecord) throws -> R) throws
    -> [R]
  {
    var found: [(record: T, stored: StoredRecord)] = []
    try forEach(query, bound: nil, restart: { found = [] }) { record, stored in
      let record = try record()
      if try test?(record) ?? true { found.append((record, stored)) }
      return true
    }
    // The sort is stable, and the store hands out by id.
    let order = found.indices.sorted { left, right in
      for descriptor in descriptor.sortBy {
        switch descriptor.order(of: found[left].record, found[right].record) {
        case .orderedAscending: return true
        case .orderedDescending: return false
        case .orderedSame: continue
        }
      }
      return left < right
    }
    let wanted = order.dropFirst(descriptor.fetchOffset).prefix(descriptor.fetchLimit ?? .max)
    return try wanted.map { try make(found[$0].record, found[$0].stored) }
  }

  /// Hands out what the store finds; each record is decoded where it is asked for.
  private func forEach(
    _ query: Query,
    _ reader: StoredRecordReader<T>? = nil,
    bound: Int?,
    restart: () throws -> Void,
    _ takeList: ((KeptList) throws -> Void)? = nil,
    _ body: (_ record: () throws -> T, _ stored: StoredRecord) throws -> Bool
  ) throws {
    let reader = reader ?? StoredRecordReader(binding)
    try source.forEach(query, bound: bound, restart: restart, takeList: takeList) { stored in
      try body({ try reader.record(stored) }, stored)
    }
  }

  private func refuseScan(_ query: Query) throws {
    let plan = try source.explain(query)
    let looksAtAll =
      switch plan.source {
      case .view(_, let fixed, let isBounded): fixed == 0 && !isBounded
      case .records: false
      case .scan, .replay: true
      }
    guard looksAtAll, plan.needsFilter || plan.needsSort || test != nil || sortsHere else { return }
    throw StoreError(
      .usage,
      "the fetch would have to look at every \(binding.name) (\(plan.estimate))",
      hints: ["add a view over the properties that it compares and sorts by"]
    )
  }
}

extension SortDescriptor {
  /// The order of two records as the store's views have it: nil comes last, whichever the direction.
  fileprivate func order(of left: Compared, _ right: Compared) -> ComparisonResult {
    switch (hasValue(left), hasValue(right)) {
    case (true, false): .orderedAscending
    case (false, true): .orderedDescending
    case (true, true), (false, false): compare(left, right)
    }
  }

  private func hasValue(_ record: Compared) -> Bool {
    guard let path = keyPath, let value = record[keyPath: path] as? any OptionalValue else {
      return true
    }
    return value.content != nil
  }
}
