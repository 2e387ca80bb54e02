import Annals
import EventLog
import Testing

@Suite(.enabled(if: RealData.isThere, Comment(rawValue: RealData.absence)))
struct `Real people` {
  let history: ImportedHistory

  init() throws { history = try ImportedHistory.legislators.get() }

  @Test func `every line became an event, every commit of the source a commit`() throws {
    #expect(history.lastPlace == 22_895 && history.skipped == 0)
    // The list also has the commits that changed no record; they have no first event.
    let expected = try SourceCommit.all(of: LegislatorViews.history).filter { $0.firstPlace > 0 }
    try history.withStore { store in
      var imported: [CommitHeader] = []
      for number in 1...(try store.head().revision.rawValue) {
        let header = try store.commit(Revision(number)).header
        if header.bookmark != nil { imported.append(header) }
      }
      // All but the one that defined the views.
      #expect(try store.head().revision == Revision(UInt64(expected.count) + 1))
      #expect(imported.map(\.bookmark?.place) == expected.map(\.lastPlace))
      #expect(imported.map(\.actor) == expected.map(\.author))
      #expect(imported.map(\.time.seconds) == expected.map(\.time))
      let changes = try (1...store.head().revision.rawValue).reduce(0) { sum, number in
        sum + (try store.commit(Revision(number)).events.count { $0.op != .define })
      }
      #expect(changes == 22_895)
    }
  }

  @Test(arguments: Route.allCases)
  func `each state and each sorted list is right, by revision and by instant`(route: Route) throws {
    try history.check(route) { try LegislatorViews.expect(of: history, in: $0) }
  }
}
