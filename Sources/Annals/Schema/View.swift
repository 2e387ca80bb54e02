public import Foundation
internal import Records

/// A kept, ordered list of a type's records: a query that fits it reads only what it returns.
///
/// Views are made from the log, so they can be added, changed and dropped at any time.
///
/// ```swift
/// View("by-age", sortedBy: \.age)
/// View("by-owner", of: \.owner, sortedBy: \.age)
/// View("pages", sortedBy: SortDescriptor(\.number, order: .reverse), SortDescriptor(\.name))
/// ```
public struct View<Root: Record>: Sendable {
  /// A property to sort by.
  enum Key: Sendable {
    case ascending(any PartialKeyPath<Root> & Sendable)
    case sorted(SortDescriptor<Root>)

    var keyPath: PartialKeyPath<Root>? {
      switch self {
      case .ascending(let keyPath): keyPath
      case .sorted(let descriptor): descriptor.keyPath
      }
    }

    var isDescending: Bool {
      if case .sorted(let descriptor) = self { descriptor.order == .reverse } else { false }
    }
  }

  let name: ExactString
  let filters: [any PartialKeyPath<Root> & Sendable]
  let keys: [Key]

  /// Keeps the records with the same values of some properties together, and these in a rising order; ties are broken
  /// by id.
  ///
  /// - Parameters:
  ///   - name: the stored name, 1 to 255 UTF-8 bytes.
  ///   - filters: the properties that a query compares with `==`; none to keep all records in one list.
  ///   - keys: the properties to sort by. Nil comes last.
  public init(
    _ name: String,
    of filters: (any PartialKeyPath<Root> & Sendable)...,
    sortedBy keys: (any PartialKeyPath<Root> & Sendable)...
  ) {
    self.name = ExactString(name)
    self.filters = filters
    self.keys = keys.map(Key.ascending)
  }

  /// Keeps the records with the same values of some properties together, and these in any order; ties are broken by
  /// id.
  ///
  /// - Parameters:
  ///   - name: the stored name, 1 to 255 UTF-8 bytes.
  ///   - filters: the properties that a query compares with `==`; none to keep all records in one list.
  ///   - descriptors: the properties to sort by. Nil comes last, whichever the direction.
  @_disfavoredOverload
  public init(
    _ name: String,
    of filters: (any PartialKeyPath<Root> & Sendable)...,
    sortedBy descriptors: SortDescriptor<Root>...
  ) {
    self.name = ExactString(name)
    self.filters = filters
    keys = descriptors.map(Key.sorted)
  }
}
