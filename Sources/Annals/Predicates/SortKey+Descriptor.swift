internal import EventLog
internal import Foundation
internal import Records

extension SortKey {
  /// The store's order for a sort descriptor; nil where the store has none, or another one than Swift.
  ///
  /// The store's orders are those of its views. They differ from the descriptor's in two things: records without a
  /// value come last in both directions, and text goes by its UTF-8 bytes, which is the order of `String` but for
  /// texts with decomposed letters. Types of one's own, enumerations among them, may have any order, so they are left
  /// to Swift, as are texts compared as a language does.
  ///
  /// - Parameters:
  ///   - descriptor: a descriptor.
  ///   - field: the field that a key path leads to; nil where it leads to none.
  init?<Model>(_ descriptor: SortDescriptor<Model>, field: (AnyKeyPath) -> FieldDefinition?) {
    guard let path = descriptor.keyPath, Self.isOrderedAsKept(type(of: path).valueType),
      descriptor.stringComparator ?? .lexical == .lexical, let field = field(path)
    else { return nil }
    self.init(field: field.number, isDescending: descriptor.order == .reverse)
  }

  /// Whether the store keeps the values of a type, or of an optional of it, in the type's own order.
  private static func isOrderedAsKept(_ type: Any.Type) -> Bool {
    switch type {
    case let optional as any OptionalValue.Type: isOrderedAsKept(optional.wrappedType)
    case is any FixedWidthInteger.Type, is String.Type, is Double.Type, is Float.Type,
      is Decimal.Type, is Date.Type, is Instant.Type, is CalendarDate.Type, is UUID.Type:
      true
    default: false
    }
  }
}
