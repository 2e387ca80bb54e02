import Annals
import Records

/// The names that the store at hand knows; none where there is no store, or it cannot be read.
struct StoreNames {
  /// More ids than anybody reads through are not offered.
  private static let mostIDs = 200

  private let store: Store?
  /// The types.
  let types: [TypeDefinition]

  init(_ store: Store?) {
    self.store = store
    types = (try? store?.types()) ?? []
  }

  /// The ids of living records of a type that begin with some text.
  func ids(of type: ExactString, beginningWith prefix: String) -> [String] {
    guard types.contains(where: { $0.name == type }) else { return [] }
    let ids = try? store?.ids(of: type, beginningWith: prefix, limit: Self.mostIDs)
    return (ids ?? []).map(\.text)
  }
}
