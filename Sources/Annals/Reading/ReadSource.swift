internal import Records
internal import StoreErrors

/// Where a reader reads; for the library itself.
public struct ReadSource {
  enum Place {
    /// A store at a point.
    case store(Point)
    /// The log's head with what a commit has changed so far.
    case commit(CommitBuilder)
  }

  let store: Store
  let place: Place

  /// The type that a Swift type is kept as, as it was defined there; nil where it was not defined yet.
  func definition<T: Record>(_ binding: TypeBinding<T>) throws -> TypeDefinition? {
    switch place {
    case .store(.head): return binding.definition
    case .store(let point):
      let revision = try store.resolve(point).revision
      return try store.views.catalog(to: revision).definition(binding.name, at: revision)
    case .commit(let builder): return try builder.definition(binding.name)
    }
  }

  /// A record; nil where it does not live.
  func record<T: Record>(_ binding: TypeBinding<T>, _ id: ExactString) throws -> StoredRecord? {
    guard try definition(binding) != nil else { return nil }
    switch place {
    case .store(let point): return try store.lookup(binding.name, id, at: point).record
    case .commit(let builder): return try builder.record(binding.name, id)
    }
  }

  /// Hands out a query's answer in its order, whatever its limit and offset.
  ///
  /// - Parameters:
  ///   - bound: how many records are wanted at most; nil for all.
  ///   - restart: called before the first record, each time that the reading begins.
  ///   - takeList: gets a list that begins with all records up to the bound, where one is kept; nil to get them one by
  ///     one.
  ///   - emit: else gets each record; returns false when it wants no more.
  func forEach(
    _ query: Query,
    bound: Int?,
    restart: () throws -> Void,
    takeList: ((KeptList) throws -> Void)? = nil,
    _ emit: (StoredRecord) throws -> Bool
  ) throws {
    switch place {
    case .store(let point):
      _ = try store.run(query, at: point, bound: bound, restart: restart, takeList: takeList, emit)
    case .commit(let builder):
      try restart()
      try builder.forEach(query, bound: bound, emit)
    }
  }

  /// How many records a query gives, whatever its limit, offset and order.
  func count(_ query: Query) throws -> Int {
    switch place {
    case .store(let point): return Int(clamping: try store.count(query, at: point))
    case .commit(let builder):
      var count = 0
      try builder.forEach(query, bound: nil) { _ in
        count += 1
        return true
      }
      return count
    }
  }

  /// How a query is answered.
  func explain(_ query: Query) throws -> Plan {
    switch place {
    case .store(let point): try store.explain(query, at: point)
    case .commit: try store.explain(query)
    }
  }
}
