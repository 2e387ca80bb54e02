/// The result of a counting run.
struct CountsReport {
  /// Who took part; the first is compared with the others.
  var engines: [EngineDescription]
  /// What was counted.
  var series: [Series]
  /// Where it took place.
  var machine: Machine

  /// The whole report.
  var document: Document { Document([.facts(machine.facts), table, .paragraph(Self.foot)]) }

  /// What the JSON file holds.
  var figures: [Figure] { Figure.all(of: series, engines) }

  var table: Document.Part { SeriesTable(series, engines.map(\.name)).part }

  /// How to read the table.
  static let foot =
    "Counts are of the engine's own process and its server's, the program's own work left out. Blocks of memory and calls "
    + "that wait are not known of a server. A write to a file opened with O_DSYNC counts as a call that waits. A debug "
    + "build asks for more memory than a release build, and for as many calls and bytes."
}
