/// Finds what somebody probably meant.
package enum Suggestion {
  /// The known word that is closest to a mistyped one, or nil where none is close.
  ///
  /// - Complexity: O(words · length²).
  package static func closest(to word: String, among known: [String]) -> String? {
    guard !word.isEmpty else { return nil }
    let limit = max(1, word.count / 3)
    return known.map { (word: $0, distance: distance(word.lowercased(), $0.lowercased())) }
      .filter { $0.distance <= limit }
      .min { $0.distance < $1.distance }?.word
  }

  /// How many insertions, removals, replacements and swaps of neighbours make one word the other (the optimal
  /// string alignment form of Damerau and Levenshtein's distance).
  static func distance(_ left: String, _ right: String) -> Int {
    let a = Array(left)
    let b = Array(right)
    var rows = [Array(0...b.count)]
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        var best = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          best = min(best, rows[i - 1][j - 1] + 1)
        }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
