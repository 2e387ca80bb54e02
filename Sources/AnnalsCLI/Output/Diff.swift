import Records

/// What differs between two points, or would after a write, as it is printed.
struct Diff {
  /// What became of a record, or of its place in a list.
  enum Kind: String {
    case created, entered, changed, left, deleted
  }

  /// A record that differs.
  struct Line {
    let kind: Kind
    let record: Difference

    init(_ record: Difference) {
      self.record = record
      switch record.kind {
      case .created: kind = .created
      case .changed: kind = .changed
      case .deleted: kind = .deleted
      }
    }

    init(_ place: ListDifference) {
      record = place.record
      switch place.kind {
      case .entered: kind = .entered
      case .changed: kind = .changed
      case .left: kind = .left
      }
    }

    /// The version at the first point; nil where the record does not live then.
    var oldVersion: UInt64? { record.kind == .created ? nil : record.oldVersion }

    /// The version at the second point; nil where the record does not live then.
    var newVersion: UInt64? { record.kind == .deleted ? nil : record.newVersion }
  }

  /// What a JSON document says besides: as a rule the points.
  let members: [(String, JSON)]
  /// The kinds that there may be.
  let kinds: [Kind]
  /// The records that differ, by type and id.
  let lines: [Line]

  /// What differs of the records themselves.
  init(from: ResolvedPoint, to: ResolvedPoint, _ records: [Difference]) {
    members = Self.members(from, to)
    kinds = [.created, .changed, .deleted]
    lines = records.map(Line.init)
  }

  /// What differs of a list.
  init(from: ResolvedPoint, to: ResolvedPoint, _ places: [ListDifference]) {
    members = Self.members(from, to)
    kinds = [.entered, .changed, .left]
    lines = places.map(Line.init)
  }

  /// What a write would do to records.
  init(planned records: [Difference]) {
    members = [("dryRun", .bool(true))]
    kinds = [.created, .changed, .deleted]
    lines = records.map(Line.init)
  }

  private static func members(_ from: ResolvedPoint, _ to: ResolvedPoint) -> [(String, JSON)] {
    [("from", .point(from)), ("to", .point(to))]
  }
}
