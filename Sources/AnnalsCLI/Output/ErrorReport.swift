import StoreErrors

/// An error as the tool reports it: one line and at most two hints, or a JSON object.
struct ErrorReport {
  private let error: StoreError?
  private let exit: Int32
  /// What stands in the way of a reversal.
  private var conflicts: ConflictList?

  /// Takes any error; a closed pipe, a signal and a negative answer are not reported at all.
  init(_ error: any Error) {
    switch error {
    case is ClosedPipe: self.init(nil, exit: ExitCode.closedPipe)
    case let stop as Stopped: self.init(nil, exit: ExitCode.ofSignal(stop.signal))
    case is NegativeAnswer: self.init(nil, exit: ExitCode.negative)
    case let error as ParserError: self.init(error.sentence)
    case let list as ConflictList:
      self.init(list.error, exit: ExitCode.of(list.error.code))
      conflicts = list
    case let error as StoreError: self.init(error, exit: ExitCode.of(error.code))
    default:
      let hints = ["please report this as a fault of Annals"]
      self.init(StoreError(.internal, "\(error)", hints: hints))
    }
  }

  private init(_ error: StoreError?, exit: Int32) {
    self.error = error
    self.exit = exit
  }

  /// Prints the report.
  ///
  /// - Returns: the exit code.
  func print(to messages: Channel, asJSON: Bool, isVerbose: Bool) -> Int32 {
    guard let error else { return exit }
    let text =
      asJSON
      ? Self.json(error, exit, conflicts).line
      : (conflicts?.lines ?? "") + Self.lines(error, isVerbose: isVerbose)
    // Where even that cannot be written, the exit code still tells.
    try? messages.write(asJSON && messages.isTerminal ? Escape.json(text) : text)
    try? messages.flush()
    return exit
  }

  private static func lines(_ error: StoreError, isVerbose: Bool) -> String {
    var message = error.message
    if let line = error.line { message = "line \(line): " + message }
    if isVerbose, let cause = error.underlying { message += " [\(cause)]" }
    let lines =
      ["error: \(message)"]
      + error.hints.prefix(2).map {
        "hint: " + CommandHints.words(for: $0)
      }
    return lines.map { Escape.visible($0) + "\n" }.joined()
  }

  private static func json(_ error: StoreError, _ exit: Int32, _ conflicts: ConflictList?) -> JSON {
    var members: [(String, JSON)] = [
      ("code", .text(error.code.rawValue)), ("message", .text(error.message)),
    ]
    if let field = error.field { members.append(("field", .text(field))) }
    if let line = error.line { members.append(("line", .number(line))) }
    if let cause = error.underlying { members.append(("cause", .text(cause))) }
    if let conflicts { members.append(("conflicts", conflicts.json)) }
    members.append(("hints", .array(error.hints.map { .text(CommandHints.words(for: $0)) })))
    members.append(("exit", .number(exit)))
    return .object([("error", .object(members))])
  }
}
