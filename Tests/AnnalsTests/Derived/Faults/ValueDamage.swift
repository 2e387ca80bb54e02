import Annals
import Foundation
import TestSupport

/// What becomes of bytes where the medium fails: bits flip, or a page's worth of them is lost.
///
/// Only values are hit, and only through the tables. A flipped bit in the head of a page or among the offsets of its
/// entries can make LMDB itself read where nothing is and end the process, which nobody above it can prevent. And an
/// entry whose key is another is as if it were lost: `Store.verify` finds that, but no read that does not meet it.
enum ValueDamage: CaseIterable, Sendable {
  /// One bit or several, anywhere.
  case flipped
  /// As much as a page holds is zeros.
  case zeroed
  /// As much as a page holds is anything.
  case filled

  private static let pageBytes = 4096

  /// Lets it happen to the views in a folder.
  func happen(to views: String, _ random: inout SeededGenerator) throws {
    switch self {
    case .flipped:
      for _ in 0..<random.pick([1, 1, 4]) {
        try Self.change(views, &random) { entries, random in
          for _ in 0..<random.pick([1, 1, 10]) {
            let index = random.index(below: entries.count)
            guard !entries[index].value.isEmpty else { continue }
            let place = random.index(below: entries[index].value.count)
            entries[index].value[place] ^= 1 << UInt8(random.index(below: 8))
          }
        }
      }
    case .zeroed: try Self.overwrite(views, &random) { _ in 0 }
    case .filled: try Self.overwrite(views, &random) { UInt8(truncatingIfNeeded: $0.next()) }
    }
  }

  /// Overwrites the values of neighbours: a leaf page holds what stands side by side in one table.
  private static func overwrite(
    _ views: String,
    _ random: inout SeededGenerator,
    _ byte: (inout SeededGenerator) -> UInt8
  ) throws {
    try change(views, &random) { entries, random in
      var left = pageBytes
      for index in random.index(below: entries.count)..<entries.count where left > 0 {
        left -= entries[index].key.count + entries[index].value.count
        for place in entries[index].value.indices {
          entries[index].value[place] = byte(&random)
        }
      }
    }
  }

  /// Changes the entries of some table that has any.
  private static func change(
    _ views: String,
    _ random: inout SeededGenerator,
    _ body: (inout [StoredTables.Entry], inout SeededGenerator) -> Void
  ) throws {
    var isChanged = false
    for table in StoredTables.views.shuffled(using: &random) where !isChanged {
      try StoredTables.change(table, at: views, of: StoredTables.views) { entries in
        guard !entries.isEmpty else { return }
        body(&entries, &random)
        isChanged = true
      }
    }
  }
}
