/// A kept, ordered list of a type's records: those with equal filter fields stand together, sorted by the
/// sort fields, ties by id.
public struct ViewDefinition: Sendable, Hashable {
  /// The view's number within its type, never given to another view.
  public var number: UInt32
  /// The name: 1 to 255 UTF-8 bytes without control characters.
  public var name: ExactString
  /// The numbers of the fields that a reader fixes, in order.
  public var filters: [UInt32]
  /// The fields that order the rest.
  public var sorts: [SortKey]

  /// Makes a view; number 0 lets the type give the next free one.
  public init(_ name: ExactString, filters: [UInt32], sorts: [SortKey], number: UInt32 = 0) {
    self.number = number
    self.name = name
    self.filters = filters
    self.sorts = sorts
  }
}

/// A field to sort by.
///
/// Nulls and missing values come last, whichever the direction.
public struct SortKey: Sendable, Hashable {
  /// The field's number.
  public var field: UInt32
  /// Whether the greatest comes first.
  public var isDescending: Bool

  /// Makes a sort key.
  public init(field: UInt32, isDescending: Bool = false) {
    self.field = field
    self.isDescending = isDescending
  }
}
