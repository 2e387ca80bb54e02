internal import Foundation
internal import Records

extension SortDescriptor {
  /// The order as a store knows it; nil where it goes by something that is no field.
  func sortKey(_ field: (AnyKeyPath) -> FieldDefinition?) -> SortKey? {
    guard let keyPath, let field = field(keyPath) else { return nil }
    return SortKey(field: field.number, isDescending: order == .reverse)
  }
}
