internal import EventLog
public import Records
internal import StoreErrors
internal import Synchronization

extension Store {
  /// What a projection is at a point.
  ///
  /// At the head it shows every commit made before the call: what came since it was asked last is folded first. Where
  /// much is to be folded because its version is new, the version before it answers, if it is still in the program and
  /// was folded, and this one is built meanwhile; `Projected.version` tells. `catchUp(_:)` waits for it instead.
  ///
  /// - Parameters:
  ///   - type: the projection.
  ///   - point: when.
  /// - Returns: its state, the point as it was understood, and the version that answered.
  /// - Throws: `StoreError`: `usage` for a name or a version that does not hold; `notFound` for a revision past the
  ///   head; `io`, `damaged`, `closed`; and what `apply` throws.
  /// - Complexity: O(events since it was asked last); for an earlier point O(events since the saved state before it). The
  ///   state is copied where the one that was returned before is still held.
  public func projection<P: Projection>(
    _ type: P.Type,
    at point: Point = .head
  ) throws -> Projected<P> {
    let fold = try fold(of: type)
    if let former = P.former, try !fold.isReady(self), try former.isReady(self) {
      fold.buildAside(of: self)
      return try former.answer(self, point)
    }
    let (state, resolved) = try fold.state(at: point, of: self)
    return Projected(state: state, point: resolved, version: P.version)
  }

  /// What a projection is at a point, for tasks: it suspends, and blocks none of the threads that they share.
  ///
  /// - Parameters:
  ///   - type: the projection.
  ///   - point: when.
  /// - Returns: its state, the point as it was understood, and the version that answered.
  /// - Throws: as the same call without `await`, and `CancellationError`.
  public func projection<P: Projection>(
    _ type: P.Type,
    at point: Point = .head
  ) async throws -> Projected<P> {
    try await BlockingWork.run { try self.projection(type, at: point) }
  }

  /// Folds a projection up to the head, however long that takes; an earlier version goes on answering meanwhile.
  ///
  /// - Parameter type: the projection.
  /// - Throws: as `projection(_:at:)`.
  /// - Complexity: O(events since it was asked last).
  public func catchUp<P: Projection>(_ type: P.Type) throws {
    _ = try fold(of: type).state(at: .head, of: self)
  }

  /// Folds a projection up to the head, for tasks.
  ///
  /// - Parameter type: the projection.
  /// - Throws: as the same call without `await`, and `CancellationError`.
  public func catchUp<P: Projection>(_ type: P.Type) async throws {
    try await BlockingWork.run { try self.catchUp(type) }
  }

  /// The fold of a projection, made when it is first asked for.
  func fold<P: Projection>(of type: P.Type) throws -> ProjectionFold<P> {
    let key = ObjectIdentifier(type)
    if let known = projections.withLock({ $0[key] }) as? ProjectionFold<P> { return known }
    try type.checkNames()
    let made = ProjectionFold<P>(in: path, over: log)
    return projections.withLock { folds in
      if let known = folds[key] as? ProjectionFold<P> { return known }
      folds[key] = made
      return made
    }
  }
}

extension Projection {
  /// Refuses names and versions that files cannot have.
  fileprivate static func checkNames() throws(StoreError) {
    let isFit = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."):
        true
      default: false
      }
    }
    guard isFit, (1...100).contains(name.utf8.count), !name.hasPrefix(".") else {
      throw StoreError(
        .usage,
        "a projection cannot have the name \(StoreError.quote(name))",
        hints: ["take 1 to 100 letters of ASCII, digits, '-', '_' and '.', not with a '.' first"]
      )
    }
    guard version >= 1 else {
      throw StoreError(.usage, "the projection \(name) has the version \(version), not 1 or more")
    }
    guard let former else { return }
    guard former.name.utf8.elementsEqual(name.utf8), former.version < version else {
      throw StoreError(
        .usage,
        "the projection \(name) \(version) names \(former.name) \(former.version) as the version "
          + "before it",
        hints: ["give both the same name, and the new one a higher version"]
      )
    }
  }
}
