internal import PageStore
internal import StoreErrors

extension ViewStore {
  /// How many events a batch may have, so that the pages which it changes, held in memory until they are written all
  /// at once, stay within bounds.
  ///
  /// Records are met in any order: an event changes a page of each table, until all pages are changed. That is why a
  /// small store takes any batch. In a large one each event costs the more, the smaller its batch is.
  ///
  /// - Parameter wanted: how many it has at most.
  /// - Complexity: O(1).
  func batchEvents(upTo wanted: Int) throws -> Int {
    // So few cannot change too many, whatever the tables' sizes.
    guard wanted > Self.mostChangedPages / 3 else { return max(wanted, 1) }
    let sizes = try environment.read { transaction in
      // Entries leave one place of each view for another; a trail is sealed after some events.
      try [
        (transaction.pages(of: tables.records), 1),
        (transaction.pages(of: tables.entries), 1),
        (transaction.pages(of: tables.history), Trail.maximumSteps),
      ]
    }
    func changedPages(_ events: Int) -> Int {
      sizes.reduce(0) { $0 + min($1.0, events / $1.1) }
    }
    var events = wanted
    while changedPages(events) > Self.mostChangedPages { events -= max(events / 8, 1) }
    return max(events, 1)
  }

  /// At most 125 MB, with pages of 4 KB; many events meet at one page, so that fewer are changed.
  private static let mostChangedPages = 32_000
}
