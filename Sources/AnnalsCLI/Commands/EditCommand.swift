import Annals
import StoreErrors
import Records

/// The command `annals edit TYPE/ID`.
enum EditCommand {
  static let command = Command(
    name: "edit",
    abstract: "change a record in your editor",
    discussion: """
      Opens VISUAL, else EDITOR, else vi on the record's fields, a line each: FIELD: VALUE, the value in JSON. \
      Only what differs afterwards is committed, and only if nobody changed the record meanwhile; where \
      nothing differs, nothing is written. After a mistake it opens again on a terminal; else, and wherever \
      the record cannot be written, what you typed stays in a file that the error names.
      """,
    arguments: [.record],
    options: [.id],
    examples: [Example("edit person/ann -m 'moved'", "change what you like, then save and leave")],
    access: .writes,
    run: run
  )

  private static func run(_ invocation: Invocation, _ context: Context) throws {
    let selector = try RecordSelector(invocation.required(.record), literalID: invocation[.id])
    let store = try context.storeForWriting()
    defer { store.close() }
    let record = try GetCommand.find(selector, in: store, at: .head, context)
    // Before anything is typed.
    try record.definition.reasonRule?.check(invocation[.reason], of: record.definition.name)
    let file = try EditedFile(EditForm.text(of: record))
    while true {
      let text = try file.edit(with: context.editor)
      do {
        let changes = try EditForm.changes(text, of: record)
        if changes.isEmpty {
          try context.output.say("nothing changed, nothing is written")
        } else {
          let operation = RecordOperation.update(
            type: record.definition.name,
            id: record.id,
            changes,
            ifVersion: record.version
          )
          try context.write([operation], in: store, invocation)
        }
        return file.remove()
      } catch let error as StoreError {
        let error = try meanwhile(error, record, in: store)
        guard error.code == .badData, try again(after: error, context) else {
          var kept = error
          kept.hints = Array(error.hints.prefix(1)) + ["what you typed is kept in \(file.path)"]
          throw kept
        }
      }
    }
  }

  /// The same error, or that the type was changed while the editor was open.
  private static func meanwhile(
    _ error: StoreError,
    _ record: StoredRecord,
    in store: Store
  ) throws -> StoreError {
    let name = record.definition.name
    guard error.code == .usage, try store.type(name) != record.definition else { return error }
    return StoreError(.conflict, "the type \(name) was changed meanwhile: \(error.message)")
  }

  /// Shows a mistake and asks whether to open the text again; false where nobody can answer.
  private static func again(after error: StoreError, _ context: Context) throws -> Bool {
    guard Terminal.isInteractive else { return false }
    let place = error.line.map { "line \($0): " } ?? ""
    let answer = try context.output.ask([place + error.message], "Edit it again? [Y/n] ")
    return answer.map { !["n", "no"].contains($0.lowercased()) } ?? false
  }
}

extension Context {
  /// The command that edits a file.
  fileprivate var editor: String {
    let named = ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    return named ?? "vi"
  }
}
