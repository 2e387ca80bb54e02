import Annals
import EventLog
import Records

/// The revisions from one to another; none where the first comes after the last.
struct RevisionSpan {
  /// The first of them.
  var first: Revision
  /// The last of them.
  var last: Revision

  /// The revisions, nil for none.
  var range: ClosedRange<Revision>? { first <= last ? first...last : nil }
}

extension Context {
  /// The revisions between two points; a date as the first means its beginning, as the last its end.
  ///
  /// - Parameters:
  ///   - since: the first that is wanted; from r1 on where nil.
  ///   - until: the last that is wanted, which may lie past `last`.
  ///   - last: where to end at the latest.
  /// - Throws: `StoreError` (`usage`) for what is no point; as `Store.resolve` does.
  func revisions(
    since: String?,
    until: String?,
    upTo last: Revision,
    in store: Store
  ) throws -> RevisionSpan {
    var span = RevisionSpan(first: Revision(1), last: last)
    if let until {
      span.last = min(last, try store.resolve(points.point(until, edge: .end)).revision)
    }
    guard let since else { return span }
    switch try points.point(since, edge: .start) {
    case .head: span.first = try store.head().revision
    case .revision(let revision): span.first = max(span.first, revision)
    case .instant(let instant):
      // Times never run backwards, so what is not before an instant comes after what is.
      guard let before = instant.previous else { break }
      span.first = try store.resolve(.instant(before)).revision.next
    }
    return span
  }
}

extension Instant {
  /// The moment one nanosecond earlier; nil before the first.
  fileprivate var previous: Instant? {
    nanoseconds > 0
      ? Instant(seconds: seconds, nanoseconds: nanoseconds - 1)
      : Instant(seconds: seconds - 1, nanoseconds: 999_999_999)
  }
}
