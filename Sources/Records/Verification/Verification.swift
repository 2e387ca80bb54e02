public import EventLog
internal import StoreErrors

/// What a verification compared, and the first thing that differed.
public struct Verification: Sendable, Hashable {
  /// The head of what was compared.
  public internal(set) var head = Revision.zero
  /// How many events the log has up to there.
  public internal(set) var events: UInt64 = 0
  /// Whether the log's checksums, digests, revisions and times were checked for their own sake.
  public internal(set) var isOfLog = false
  /// The first revision whose past the views know; zero for all.
  ///
  /// Views that were restored from a snapshot know the past from there on: no earlier point was compared.
  public internal(set) var since = Revision.zero
  /// The points at which the views were compared, the earliest first and the head last.
  public internal(set) var points: [Revision] = []
  /// How many views were compared, at whatever points.
  public internal(set) var views = 0
  /// How many states of records were compared, at all points.
  public internal(set) var records: UInt64 = 0
  /// How many entries of views, lists of living records and unique values were compared, at all points.
  public internal(set) var entries: UInt64 = 0
  /// How many snapshots were compared.
  public internal(set) var snapshots = 0
  /// How long it took.
  public internal(set) var duration = Duration.zero
  /// What differed first, after which nothing was compared; nil where nothing did.
  public internal(set) var fault: VerificationFault?
}

/// The first thing that a verification found to be other than what the log gives.
public struct VerificationFault: Sendable, Hashable {
  /// Where it lies.
  public enum Part: String, Sendable, Hashable {
    /// The log itself: something that was written is lost or altered.
    case log
    /// A snapshot: nothing is lost, since it is made from the log.
    case snapshot
    /// The views: nothing is lost, since `Store.rebuild` makes them anew.
    case views
  }

  /// Where it lies.
  public var part: Part
  /// The point at which it shows.
  public var revision: Revision?
  /// The type whose records it concerns.
  public var type: ExactString?
  /// The record.
  public var id: ExactString?
  /// The view; nil for what concerns no view.
  public var view: ExactString?
  /// The file, for a snapshot.
  public var path: String?
  /// What differs.
  public var message: String

  /// Makes a fault.
  public init(
    in part: Part,
    at revision: Revision? = nil,
    type: ExactString? = nil,
    id: ExactString? = nil,
    view: ExactString? = nil,
    path: String? = nil,
    _ message: String
  ) {
    self.part = part
    self.revision = revision
    self.type = type
    self.id = id
    self.view = view
    self.path = path
    self.message = message
  }
}

extension VerificationFault: CustomStringConvertible {
  /// One line: where it lies and what differs.
  public var description: String {
    var place = part.rawValue
    if let path { place += " \(path)" }
    if let view { place += ", view \(view)" }
    if let type { place += ", " + (id.map { "\(type)/\($0)" } ?? "type \(type)") }
    if let revision { place += " at \(revision)" }
    return "\(place): \(message)"
  }
}

/// A fault on its way to the verification's answer.
struct FoundFault: Error {
  let fault: VerificationFault
}

extension VerificationFault {
  /// Turns damage that some work meets into this fault, with the damage's own words.
  func blamed<R>(for work: () throws -> R) throws -> R {
    do { return try work() } catch let error as StoreError where error.code == .damaged {
      var fault = self
      fault.message = error.message
      throw FoundFault(fault: fault)
    }
  }
}
