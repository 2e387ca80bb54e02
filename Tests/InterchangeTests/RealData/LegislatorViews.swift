import Annals
import EventLog
import JSONText
import Testing

/// Sorted and filtered lists of legislators, and views that serve them.
enum LegislatorViews {
  static let history = "people-legislators-2012-2013"

  private static let sorts = [
    "govtrack", "birthday", "-birthday", "district", "last", "-terms",
  ]

  /// Defines a view of all legislators, and one by owner, for each order; at the time of the last commit.
  static func define(in store: Store) throws {
    let type = try store.type("legislators")
    let owner = type.field("owner")?.number ?? 0
    let views = try sorts.flatMap { sort in
      let key = try SortKey.parse(sort, for: type)
      return [
        ViewDefinition(ExactString(sort), filters: [], sorts: key),
        ViewDefinition(ExactString("owned by \(sort)"), filters: [owner], sorts: key),
      ]
    }
    let next = try TypeDefinition(name: type.name, fields: type.fields, views: views)
    var options = Store.WriteOptions()
    options.time = .source(try store.head().time)
    _ = try store.write(by: "ann", [.redefine(next)], options)
  }

  /// Compares all given lists with what a store shows at their points.
  ///
  /// Those of the head must come from views.
  static func expect(of history: ImportedHistory, in store: Store) throws {
    for list in try RealData.lines("\(Self.history)/views.jsonl") {
      let place = list.whole("after_seq")
      var points = [try history.point(at: place)]
      points += history.states.first { $0.place == place }?.instant.map { [.instant($0)] } ?? []
      if place == history.lastPlace { points.append(.head) }
      let sort = (list.member("descending")?.bool == true ? "-" : "") + list.text("sort")
      let ids = ["ids", "ids_with_null_in_sort_field"].flatMap {
        list.member($0)?.elements?.compactMap(\.string) ?? []
      }
      for point in points {
        let type = try store.type("legislators", at: point)
        var query = Query(type.name, sort: try SortKey.parse(sort, for: type))
        if let owner = list.member("owner")?.string {
          query.condition = try Condition(parsing: "owner = '\(owner)'", for: type)
        }
        var found: [ExactString] = []
        try store.forEach(query, at: point) { record in
          found.append(record.id)
          return true
        }
        #expect(found == ids.map { ExactString($0) }, "\(sort) \(list.text("owner")) at \(point)")
        guard point == .head else { continue }
        if case .view = try store.explain(query).source { continue }
        Issue.record("no view was used for \(sort)")
      }
    }
  }
}
