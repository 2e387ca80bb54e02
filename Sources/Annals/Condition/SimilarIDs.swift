public import Records

/// Ids of one type that nobody can tell apart by looking at them.
public struct SimilarIDs: Sendable, Hashable {
  /// The type's name.
  public let type: ExactString
  /// The ids, two or more, in their order.
  public let ids: [ExactString]
}

extension Store {
  /// Living records whose ids look alike: they differ only in how accents are composed, in small and capital letters, in
  /// full and half width, in the kind and number of blanks, or in characters that are not drawn.
  ///
  /// - Parameter limit: how many groups are named at most.
  /// - Throws: `StoreError` (`io`, `damaged`, `closed`).
  /// - Complexity: O(records), read twice where any look alike; eight bytes of memory a record of the largest type.
  public func similarIDs(limit: Int = 100) throws -> [SimilarIDs] {
    var groups: [SimilarIDs] = []
    for definition in try types() where groups.count < limit {
      groups += try similarIDs(of: definition.name, limit: limit - groups.count)
    }
    return groups
  }

  private func similarIDs(of type: ExactString, limit: Int) throws -> [SimilarIDs] {
    var hashes: [Int] = []
    try forEach(Query(type)) { record in
      hashes.append(Likeness(record.id).hashValue)
      return true
    }
    hashes.sort()
    let doubles = Set(zip(hashes, hashes.dropFirst()).lazy.filter { $0 == $1 }.map(\.0))
    guard !doubles.isEmpty else { return [] }
    hashes = []
    // Equal hashes need not mean equal ids, so those few are compared themselves.
    var ids: [Likeness: [ExactString]] = [:]
    try forEach(Query(type)) { record in
      let likeness = Likeness(record.id)
      if doubles.contains(likeness.hashValue) { ids[likeness, default: []].append(record.id) }
      return true
    }
    let groups = ids.values.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
    return groups.prefix(limit).map { SimilarIDs(type: type, ids: $0) }
  }
}

/// What is left of an id for somebody who only looks at it.
///
/// It is compared as Swift compares strings, for which composed and decomposed letters are the same.
struct Likeness: Hashable {
  private let text: String

  init(_ id: ExactString) {
    var scalars = String.UnicodeScalarView()
    // By way of capitals, so that ß and ss, which have the same, are taken for the same.
    for scalar in id.text.uppercased().lowercased().unicodeScalars {
      let properties = scalar.properties
      if properties.isWhitespace {
        if let last = scalars.last, last != " " { scalars.append(" ") }
      } else if !properties.isDefaultIgnorableCodePoint,
        properties.generalCategory != .control
      {
        scalars.append(Self.halfWidth(scalar))
      }
    }
    if scalars.last == " " { scalars.removeLast() }
    text = String(scalars)
  }

  /// The ordinary form of the letters, digits and signs that are as wide as Chinese ones.
  private static func halfWidth(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    guard (0xFF01...0xFF5E).contains(scalar.value) else { return scalar }
    return Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
  }
}
