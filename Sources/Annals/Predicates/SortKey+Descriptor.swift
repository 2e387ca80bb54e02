package import Foundation
package import Records
package import StoreErrors

extension SortKey {
  /// The store's order for a sort descriptor.
  ///
  /// The store's orders are those of its views, which differ from Swift's in this:
  ///
  /// - Records without a value come last in both directions.
  /// - Text goes by its UTF-8 bytes, which is the order of `String` but for texts with decomposed letters.
  /// - Enumerations go by raw value, false comes before true, and NaN behind all numbers.
  ///
  /// - Parameters:
  ///   - descriptor: a descriptor made from a key path.
  ///   - field: the field that a key path leads to; nil where it leads to none.
  /// - Throws: `StoreError` (`usage`) where the descriptor has no key path, its key path leads to no field or to one that
  ///   is stored as JSON, or it compares text as a language does.
  package init<Model>(
    _ descriptor: SortDescriptor<Model>,
    field: (AnyKeyPath) -> FieldDefinition?
  ) throws(StoreError) {
    guard let path = descriptor.keyPath, let field = field(path) else {
      let path = descriptor.keyPath.map { "\($0)" } ?? "a comparison without a key path"
      throw StoreError(
        .usage,
        "\(Model.self) cannot be sorted by \(path)",
        hints: ["sort by the key path of a declared field, or sort what was fetched"]
      )
    }
    if let comparator = descriptor.stringComparator, comparator != .lexical {
      throw StoreError(
        .usage,
        "\(field.name) cannot be sorted as a language does: the store sorts text by its bytes",
        hints: ["leave the comparator out or use .lexical, or sort what was fetched"],
        field: field.name.text
      )
    }
    guard field.kind != .json else {
      throw StoreError(
        .usage,
        "\(field.name) is stored as JSON and has no order",
        hints: ["sort what was fetched"],
        field: field.name.text
      )
    }
    self.init(field: field.number, isDescending: descriptor.order == .reverse)
  }
}
