public import Foundation

/// Which records of a type are wanted, in which order, and how many of them.
///
/// ```swift
/// var descriptor = FetchDescriptor<Person>(
///   predicate: #Predicate { $0.age >= 18 },
///   sortBy: [SortDescriptor(\.age)]
/// )
/// descriptor.fetchLimit = 50
/// let adults = try store.fetch(descriptor)
/// ```
public struct FetchDescriptor<T: Record>: Sendable {
  /// What the records must fulfil; nil for all.
  public var predicate: Predicate<T>?
  /// The order; empty for that of the ids.
  ///
  /// Ties are broken by id. Nil comes last, whichever the direction, and text goes by its bytes. What is no field, such
  /// as a computed property, and a comparison as a language makes it, are sorted in memory as Foundation does, nil last
  /// as well, once all records that fulfil the predicate are read.
  public var sortBy: [SortDescriptor<T>]
  /// How many records at most; nil for all.
  public var fetchLimit: Int?
  /// How many records to pass over first.
  public var fetchOffset = 0
  /// Whether a fetch is refused that would have to look at every record of the type.
  public var refusesScans = false

  /// Describes a fetch.
  ///
  /// - Parameters:
  ///   - predicate: what the records must fulfil; nil for all.
  ///   - sortBy: the order; empty for that of the ids.
  public init(predicate: Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = []) {
    self.predicate = predicate
    self.sortBy = sortBy
  }
}
