import EventLog
import TestSupport

extension SeededGenerator {
  /// A draft of 1 to 12 events, mostly small; some fill pages and stored values.
  mutating func draft(number: Int) -> CommitDraft {
    var draft = CommitDraft.of(
      by: pick(["ada", "", "Zoë", "Zoe\u{308}", "日本 🦉"]),
      at: Int64(index(below: 50))
    )
    if oneIn(3) { draft.time = .source(.at(Int64(index(below: 50)))) }
    if oneIn(2) { draft.reason = pick(["", "because", "r\u{E9}ason"]) }
    if oneIn(4) { draft.bookmark = Bookmark(source: next(), place: UInt64(number)) }
    draft.events = (0...index(below: 12)).map { _ in
      EventDraft(oneIn(5) ? .definition : .record, filler(size(), seed: index(below: 256)))
    }
    return draft
  }

  private mutating func size() -> Int {
    switch index(below: 40) {
    case 0: 65_400 + index(below: 300)
    case 1: 130_900 + index(below: 300)
    case 2...6: 3900 + index(below: 300)
    default: index(below: 200)
    }
  }
}
