internal import EventLog
public import Records

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A store as it was at a point: it answers everything that the store itself answers, and never changes.
///
/// It holds nothing open, so it can be kept and passed on. Records are shown as the Swift type is now: a field that was
/// renamed since is found, and one that there was not yet reads as nil or as its default.
public struct PastStore: RecordReader, Sendable {
  private let store: Store
  /// The point as it was understood.
  public let point: ResolvedPoint

  /// Where it reads; for the library itself.
  public var source: ReadSource {
    ReadSource(store: store, place: .store(.revision(point.revision)))
  }

  init(_ store: Store, _ point: ResolvedPoint) {
    self.store = store
    self.point = point
  }
}

extension Store {
  /// The store as it was at a point.
  ///
  /// ```swift
  /// let before = try store.at(.revision(42)).fetch(Person.self)
  /// ```
  ///
  /// - Parameter point: a revision, an instant, or the head, which later commits do not move then.
  /// - Returns: the store at that point.
  /// - Throws: `StoreError`: `notFound` for a revision past the head; `io`, `damaged`, `closed`.
  /// - Complexity: O(log² commits); nothing of the past is read before it is asked for.
  public func at(_ point: Point) throws -> PastStore { PastStore(self, try resolve(point)) }

  /// The store as it was at a moment: after the last commit whose time is not after it.
  ///
  /// - Parameter date: the moment, to the nanosecond; one outside the years 1 to 9999 is taken for the first or the last
  ///   of these.
  /// - Returns: the store at that point.
  /// - Throws: `StoreError` (`io`, `damaged`, `closed`).
  public func at(_ date: Date) throws -> PastStore {
    let beyond: Instant = date < Date(Instant.distantPast) ? .distantPast : .distantFuture
    return try at(.instant(date.instant ?? beyond))
  }
}
