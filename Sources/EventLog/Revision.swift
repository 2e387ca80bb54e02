/// A commit's number: 1, 2, 3 …, without gaps.
///
/// The only clock that orders anything. Revision 0 is the empty log, before the first commit. Printed as `r42`.
public struct Revision: RawRepresentable, Hashable, Comparable, Sendable {
  /// The number.
  public let rawValue: UInt64

  /// Makes a revision from its number.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Makes a revision from its number.
  public init(_ number: UInt64) { rawValue = number }

  /// The empty log, before the first commit.
  public static let zero = Revision(0)

  /// The revision after this one.
  public var next: Revision { Revision(rawValue &+ 1) }

  /// Whether the left revision comes first.
  public static func < (left: Revision, right: Revision) -> Bool { left.rawValue < right.rawValue }
}

extension Revision: CustomStringConvertible {
  /// The printed form, `r42`.
  public var description: String { "r\(rawValue)" }
}

/// Where an event stands in the log: its commit and its place in it.
public struct EventPosition: Hashable, Comparable, Sendable {
  /// The commit.
  public var revision: Revision
  /// The place within the commit, counted from 0.
  public var ordinal: UInt32

  /// Makes a position.
  public init(_ revision: Revision, _ ordinal: UInt32) {
    self.revision = revision
    self.ordinal = ordinal
  }

  /// Whether the left position comes first.
  public static func < (left: EventPosition, right: EventPosition) -> Bool {
    (left.revision, left.ordinal) < (right.revision, right.ordinal)
  }
}

extension Revision: ExpressibleByIntegerLiteral {
  /// Makes the revision with this number.
  public init(integerLiteral number: UInt64) { self.init(number) }
}
