/// The forms in which data are printed.
enum OutputForm: Sendable {
  /// Aligned columns for people; the default on a terminal.
  case table
  /// Tab-separated, one record a line; the default elsewhere.
  case plain
  /// One JSON document.
  case json
  /// One JSON object a line.
  case jsonLines
  /// Comma-separated values with a header row.
  case csv

  /// What the command line asks for.
  init(_ invocation: Invocation, isTerminal: Bool) {
    if invocation.has(.json) {
      self = .json
    } else if invocation.has(.jsonLines) {
      self = .jsonLines
    } else if invocation.has(.csv) {
      self = .csv
    } else {
      self = isTerminal && !invocation.has(.plain) ? .table : .plain
    }
  }

  /// Whether programs read it as JSON, errors included.
  var isJSON: Bool { self == .json || self == .jsonLines }
}
