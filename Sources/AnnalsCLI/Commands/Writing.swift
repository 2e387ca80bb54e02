import Annals
import EventLog
import Records
import StoreErrors

extension Context {
  /// Writes one commit, or says what it would do, and reports it.
  ///
  /// - Parameter printsIDs: whether ids that were made are printed as data.
  /// - Throws: as `Store.write` does.
  func write(
    _ operations: [RecordOperation],
    in store: Store,
    _ invocation: Invocation,
    printsIDs: Bool = false
  ) throws {
    var options = Store.WriteOptions()
    options.isDryRun = invocation.has(.dryRun)
    options.time = try commitTime(invocation)
    let receipt = try store.write(by: actor, because: invocation[.reason], operations, options)
    try ReceiptPrinter.print(receipt, self, isDryRun: options.isDryRun, printsIDs: printsIDs)
    try sayIfRaised(receipt, options.time)
  }

  /// When a commit is to have been made: what `--time` says, else nil for now.
  ///
  /// - Throws: `StoreError` (`usage`) for a time that is not understood, or is still to come: times never run
  ///   backwards, so that every commit until then would get that time.
  func commitTime(_ invocation: Invocation) throws -> CommitTime? {
    guard let text = invocation[.time] else { return nil }
    let time = try points.moment(text)
    guard time <= now else {
      throw StoreError(
        .usage,
        "\(text.quoted) is still to come: it is \(zone.text(now))",
        hints: ["leave out --time for now"]
      )
    }
    return .source(time)
  }

  /// Says that a commit could not have the time that was asked for.
  func sayIfRaised(_ receipt: Store.Receipt, _ asked: CommitTime?) throws {
    guard case .source(let asked) = asked, let time = receipt.time, asked < time else { return }
    try output.say(
      "its time is \(zone.text(time)), since an earlier commit has that, and times never run backwards"
    )
  }
}

extension Invocation {
  /// The value of `--if-version`.
  func expectedVersion() throws(ParserError) -> UInt64? {
    try number(.ifVersion).map(UInt64.init)
  }
}

extension Argument {
  static let record = Argument("TYPE/ID", "the record; the id is all after the first slash")
  static let assignments = Argument(
    "FIELD=VALUE",
    "a field's new value as text, or FIELD:=JSON (:=null)",
    .any
  )
}

extension Command {
  /// What the help of commands that set fields says about them.
  static let assignmentHelp = """
    FIELD=VALUE gives text that is read by the field's kind; FIELD:=JSON gives exact JSON, so that \
    FIELD:=null is null while FIELD=null is the text. --unset leaves a field out, which is neither.
    """
}
