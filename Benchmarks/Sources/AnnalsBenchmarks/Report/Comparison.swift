#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Compares the figures of two runs, and tells what became worse from what only wavers.
///
/// Machines differ from hour to hour, so that only what was measured side by side counts: a figure with a peer is judged
/// by its ratio. It became worse where the best round of the new run is below the worst round of the old one and the
/// median has lost more than a tenth. A count hardly wavers, whatever the machine: it is judged by its value, and became
/// worse where it grew by more than a twentieth.
public struct Comparison: Sendable {
  /// What became of a figure.
  public enum Verdict: String, Sendable, Hashable {
    case worse, better, same
    /// One of the runs does not have it.
    case missing
    /// There is no peer, and it is no count: nothing can be said.
    case unjudged
  }

  /// One figure of both runs.
  public struct Row: Sendable, Hashable {
    /// The figure's name.
    public var name: String
    /// What is judged: the ratio to the peer, or the count.
    public var old: Double?, new: Double?
    /// What is said of it.
    public var verdict: Verdict
  }

  /// All figures, in the order of the old run, then those that are new.
  public let rows: [Row]

  /// Whether something became worse, or is not measured any more.
  public var hasRegression: Bool {
    rows.contains { $0.verdict == .worse || $0.verdict == .missing && $0.new == nil }
  }

  /// Whether a figure is counted and not timed, and by nobody else's doing.
  private static func isCount(_ figure: Figure) -> Bool {
    let counted = ["bytes/", "allocations/", "calls/", "syncs/"]
    return counted.contains { figure.unit.hasPrefix($0) }
  }

  /// Compares two runs.
  public init(_ old: [Figure], with new: [Figure]) {
    let known = Set(old.map(\.name))
    rows =
      old.map { figure in Self.compare(figure, new.first { $0.name == figure.name }) }
      + new.filter { !known.contains($0.name) }.map {
        Row(name: $0.name, new: $0.ratio ?? $0.value, verdict: .missing)
      }
  }

  /// Reads the figures of a file that `--json` wrote.
  ///
  /// - Throws: `BenchmarkError` where it cannot be read, or is something else.
  public static func figures(at path: String) throws(BenchmarkError) -> [Figure] {
    do {
      return try JSONDecoder().decode([Figure].self, from: Data(contentsOf: URL(filePath: path)))
    } catch {
      throw BenchmarkError(
        "cannot read the figures in \(path): \(error)",
        hint: "give a file that --json wrote"
      )
    }
  }

  private static func compare(_ old: Figure, _ new: Figure?) -> Row {
    guard let new else {
      return Row(name: old.name, old: old.ratio ?? old.value, verdict: .missing)
    }
    var row = Row(name: old.name, old: old.value, new: new.value, verdict: .unjudged)
    if isCount(old) {
      row.verdict =
        new.value > old.value * 1.05 ? .worse : new.value < old.value * 0.95 ? .better : .same
    } else if let before = old.ratio, let after = new.ratio {
      (row.old, row.new) = (before, after)
      let isBelow = new.ratioGreatest ?? after < old.ratioLeast ?? before
      let isAbove = new.ratioLeast ?? after > old.ratioGreatest ?? before
      row.verdict =
        isBelow && after < before * 0.9 ? .worse : isAbove && after > before * 1.1 ? .better : .same
    }
    return row
  }

  /// The table for people.
  public var text: String {
    let rows = rows.map { row in
      [
        row.name, row.old.map(Text.number) ?? "-", row.new.map(Text.number) ?? "-",
        row.verdict.rawValue,
      ]
    }
    return Text.table([["measure", "old", "new", "verdict"]] + rows)
  }
}
