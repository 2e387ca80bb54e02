import StoreErrors
import Records

/// Where a command's data and messages go, and in which form.
struct Output: Sendable {
  /// The form of the data.
  let form: OutputForm
  /// Where data go.
  let data: Channel
  /// Where messages go.
  let messages: Channel
  /// Colours of the data.
  let style: Style
  /// How wide a table may be.
  let width: Int
  /// Whether only data and errors are wanted.
  let isQuiet: Bool
  /// Whether more is to be said.
  let isVerbose: Bool

  /// Prints text that may hold anything a user ever stored, made safe where a terminal shows it.
  ///
  /// Lines of a table or of plain text are safe already, cell by cell.
  func print(_ text: String) throws {
    guard data.isTerminal else { return try data.write(text) }
    switch form {
    case .json, .jsonLines: try data.write(Escape.json(text))
    case .csv: try data.write(Escape.rows(text))
    case .plain, .table: try data.write(text)
    }
  }

  /// Prints JSON, made safe where a terminal shows it.
  func print(json: [UInt8]) throws {
    guard data.isTerminal else { return try data.write(json) }
    try data.write(Escape.json(String(decoding: json, as: UTF8.self)))
  }

  /// Says something about what was done.
  func say(_ message: @autoclosure () -> String) throws {
    guard !isQuiet else { return }
    try tell(message())
  }

  /// Says something that only the curious want to know.
  func whisper(_ message: @autoclosure () -> String) throws {
    guard isVerbose else { return }
    try tell(message())
  }

  /// Says what belongs below the data: on a terminal it stands there, through a pager too.
  func sayBelow(_ message: @autoclosure () -> String) throws {
    guard data.isTerminal, !isQuiet else { return try say(message()) }
    try data.write(Escape.visible(message()) + "\n")
  }

  /// Asks something.
  ///
  /// - Parameters:
  ///   - lines: what to know for the answer.
  ///   - question: the question, which ends with a blank.
  /// - Returns: what was typed; nil at the end of input.
  func ask(_ lines: [String], _ question: String) throws -> String? {
    for line in lines { try tell(line) }
    try messages.write(question)
    try messages.flush()
    return readLine()
  }

  private func tell(_ message: String) throws {
    // What was printed before stands before, wherever both go.
    try data.flush()
    // What was done is done, also where nobody can be told.
    do {
      try messages.write(Escape.visible(message) + "\n")
      try messages.flush()
    } catch is StoreError {}
  }
}
