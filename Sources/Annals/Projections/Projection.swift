public import Records

/// What a program makes of a store's events: a sum, a count by day, an index of its own; anything that can be folded
/// one event after the other.
///
/// ```swift
/// struct Headcount: Projection {
///   static let name = "headcount"
///   static let version = 1
///   var living = 0
///
///   mutating func apply(_ event: Event) throws {
///     guard event.definition.name == "person" else { return }
///     if event.op == .create { living += 1 }
///     if event.op == .delete { living -= 1 }
///   }
/// }
/// ```
///
/// ```swift
/// let count = try store.projection(Headcount.self).state.living
/// ```
///
/// The fold must be a function of the state and the event alone, for it is begun anew, or from a saved state, whenever
/// that is needed. Saved states are JSON, in the store's folder `projections`.
public protocol Projection: Codable, Sendable {
  /// What it is saved under: 1 to 100 letters of ASCII, digits, `-`, `_` and `.`, not with a `.` first.
  static var name: String { get }
  /// Which fold it is, from 1; to be raised whenever `apply` or the shape of the state changes.
  static var version: Int { get }
  /// The version before, which answers while this one is built; nil, as it is unless said otherwise, where there is
  /// none any more.
  static var former: FormerProjection<Self>? { get }
  /// When states are saved, and how many stay. Unless said otherwise every 100,000 events, and 4.
  ///
  /// The more there are, the quicker the past is asked. With 0 events nothing is saved.
  static var snapshotPolicy: SnapshotPolicy { get }

  /// The state before the first commit.
  init()

  /// Folds the next event.
  ///
  /// - Parameter event: the event; definitions of types are events too.
  /// - Throws: what makes it impossible to go on; whoever asks gets it.
  mutating func apply(_ event: Event) throws
}

extension Projection {
  /// No earlier version.
  public static var former: FormerProjection<Self>? { nil }
  /// A state every 100,000 events, and 4 of them kept.
  public static var snapshotPolicy: SnapshotPolicy { SnapshotPolicy(everyEvents: 100_000) }
}

/// An earlier version of a projection that is kept in the program, with its fold, so that it can answer while the log is
/// folded anew.
public struct FormerProjection<Successor: Projection>: Sendable {
  let name: String
  let version: Int
  /// Whether it can answer without folding for long.
  let isReady: @Sendable (Store) throws -> Bool
  /// What it answers.
  let answer: @Sendable (Store, Point) throws -> Projected<Successor>

  /// Names the earlier version.
  ///
  /// - Parameters:
  ///   - former: its Swift type, under the same name with a lower version.
  ///   - convert: shows its state as the new version's.
  public init<Former: Projection>(
    _ former: Former.Type,
    _ convert: @escaping @Sendable (Former) throws -> Successor
  ) {
    name = Former.name
    version = Former.version
    isReady = { try $0.fold(of: former).isReady($0) }
    answer = { store, point in
      let answer = try store.projection(former, at: point)
      return Projected(
        state: try convert(answer.state),
        point: answer.point,
        version: answer.version
      )
    }
  }
}

/// What a projection is at a point.
public struct Projected<P: Projection>: Sendable {
  /// The state after all events up to the point.
  public let state: P
  /// The point.
  public let point: ResolvedPoint
  /// The version that answered: an earlier one while the newest is built.
  public let version: Int
}
