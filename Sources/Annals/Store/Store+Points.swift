public import EventLog
internal import StoreErrors
public import Records

extension Store {
  /// The last commit, or the empty head.
  ///
  /// - Throws: `StoreError` (`io`, `damaged`, `closed`).
  public func head() throws -> LogHead { try log.head() }

  /// Finds the revision that a point means.
  ///
  /// - Throws: `StoreError`: `notFound` for a revision past the head; `io`, `damaged`, `closed`.
  /// - Complexity: O(log² commits).
  public func resolve(_ point: Point) throws -> ResolvedPoint {
    switch point {
    case .head:
      let head = try log.head()
      return ResolvedPoint(revision: head.revision, time: head.time)
    case .revision(.zero): return ResolvedPoint(revision: .zero, time: .distantPast)
    case .revision(let revision):
      let head = try log.head()
      if head.revision == revision { return ResolvedPoint(revision: revision, time: head.time) }
      guard let header = try log.header(of: revision) else {
        throw StoreError(
          .notFound,
          "there is no \(revision); the head is \(try log.head().revision)"
        )
      }
      return ResolvedPoint(revision: revision, time: header.time)
    case .instant(let instant):
      return ResolvedPoint(revision: try log.revision(at: instant), time: instant)
    }
  }

  /// The types that were defined at a point, in the order in which they came.
  ///
  /// - Throws: as `resolve`.
  public func types(at point: Point = .head) throws -> [TypeDefinition] {
    let revision = try resolve(point).revision
    return try views.catalog(to: revision).definitions(at: revision)
  }

  /// Every definition that was in force up to a point, type by type, the oldest first.
  ///
  /// - Throws: as `resolve`.
  public func definitions(until point: Point = .head) throws -> [TypeDefinition] {
    let revision = try resolve(point).revision
    return try views.catalog(to: revision).types.flatMap { versions in
      versions.filter { $0.position.revision <= revision }.map(\.definition)
    }
  }

  /// A type as it was defined at a point.
  ///
  /// - Throws: as `resolve`; `usage` where there is no such type, with the closest name.
  public func type(_ name: ExactString, at point: Point = .head) throws -> TypeDefinition {
    try type(name, atRevision: try resolve(point).revision)
  }

  func type(_ name: ExactString, atRevision revision: Revision) throws -> TypeDefinition {
    let catalog = try views.catalog(to: revision)
    if let definition = catalog.definition(name, at: revision) { return definition }
    throw Catalog.unknownType(name, among: catalog.definitions(at: revision).map(\.name))
  }
}
