internal import EventLog
public import Records
internal import StoreErrors

/// How one record differs between two points, as Swift values.
public struct RecordDifference<T: Record>: Sendable {
  /// What became of it.
  public let kind: Difference.Kind
  /// The record at the one point; nil where it did not live there.
  public let old: T?
  /// The record at the other point; nil where it does not live there.
  public let new: T?
  /// The fields that differ.
  public let fields: [Event.Change]
}

extension Store {
  /// What differs between two points among the records of a type.
  ///
  /// It is told from the events between the points, so it costs in proportion to what changed. A record that changed and
  /// changed back is left out.
  ///
  /// - Parameters:
  ///   - type: the type.
  ///   - from: the point to compare; where it is the later one, the differences are seen from there, backwards.
  ///   - to: the point to compare with.
  /// - Returns: the differences, by id.
  /// - Throws: `StoreError`: `notFound` for a revision that is not there; `badData` for a record that the Swift type
  ///   cannot hold; `usage` for a type that is not in the store or does not fit it; `io`, `damaged`, `closed`.
  /// - Complexity: O(events between the points), and two searches for each record that differs.
  public func changes<T: Record>(of type: T.Type, from: Point, to: Point = .head) throws
    -> [RecordDifference<T>]
  {
    let binding = try binding(of: type)
    let reader = StoredRecordReader(binding)
    let (from, to) = (try at(from), try at(to))
    let points = (Point.revision(from.point.revision), Point.revision(to.point.revision))
    return try differences(from: points.0, to: points.1, type: binding.name).map { difference in
      let old = try from.source.record(binding, difference.id).map(reader.record)
      let new = try to.source.record(binding, difference.id).map(reader.record)
      return RecordDifference(kind: difference.kind, old: old, new: new, fields: difference.changes)
    }
  }
}
