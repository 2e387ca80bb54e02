public import Foundation
internal import Records

extension Store {
  /// What a fetch finds, now and each time that it finds something else.
  ///
  /// ```swift
  /// for try await people in store.observe(FetchDescriptor<Person>(sortBy: [SortDescriptor(\.age)])) {
  ///   print(people.map(\.name))
  /// }
  /// ```
  ///
  /// - Parameter descriptor: which records, in which order, and how many.
  /// - Returns: the records, again and again; it throws what `fetch(_:)` does.
  /// - Complexity: a fetch for each answer, and for each time that records of the type changed meanwhile.
  public func observe<T>(_ descriptor: FetchDescriptor<T>) -> Observation<[T]> {
    Observation(store: self) { source in
      let found = try TypedQuery(descriptor, source).versions()
      return Observation.Answer(
        value: found.map(\.record),
        records: found.map(\.version),
        type: try source.store.binding(of: T.self).definition.number
      )
    }
  }

  /// The records of a type, now and each time that they are others.
  ///
  /// - Parameters:
  ///   - type: the type.
  ///   - predicate: what they must fulfil; nil for all.
  ///   - sortBy: the order; empty for that of the ids.
  /// - Returns: the records, again and again; it throws what `fetch(_:)` does.
  public func observe<T: Record>(
    _ type: T.Type,
    where predicate: Predicate<T>? = nil,
    sortBy: [SortDescriptor<T>] = []
  ) -> Observation<[T]> {
    observe(FetchDescriptor(predicate: predicate, sortBy: sortBy))
  }

  /// A record by its id, now and each time that it changed, was deleted or lives again.
  ///
  /// - Parameters:
  ///   - type: its type.
  ///   - id: its id.
  /// - Returns: the record, again and again, nil while it does not live; it throws what `get(_:_:)` does.
  public func observe<T: Record>(_ type: T.Type, _ id: T.ID) -> Observation<T?> {
    let id = ExactString(id.recordID)
    return Observation(store: self) { source in
      let binding = try source.store.binding(of: type)
      let found = try source.record(binding, id)
      return Observation.Answer(
        value: try found.map { try StoredRecordReader(binding).record($0) },
        records: found.map { [RecordVersion($0)] } ?? [],
        type: binding.definition.number
      )
    }
  }
}
