import Records

/// What differs between two points, as it is printed.
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

  /// The point compared.
  let from: ResolvedPoint
  /// The point that it is compared with.
  let to: ResolvedPoint
  /// The kinds that there may be.
  let kinds: [Kind]
  /// The records that differ, by type and id.
  let lines: [Line]

  /// What differs of the records themselves.
  init(from: ResolvedPoint, to: ResolvedPoint, _ records: [Difference]) {
    self.from = from
    self.to = to
    kinds = [.created, .changed, .deleted]
    lines = records.map(Line.init)
  }

  /// What differs of a list.
  init(from: ResolvedPoint, to: ResolvedPoint, _ places: [ListDifference]) {
    self.from = from
    self.to = to
    kinds = [.entered, .changed, .left]
    lines = places.map(Line.init)
  }

  /// The points, as a JSON document names them.
  var members: [(String, JSON)] { [("from", .point(from)), ("to", .point(to))] }
}
