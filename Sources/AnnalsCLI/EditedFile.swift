import StoreErrors

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A text that the user edits in a file which nobody else may read.
struct EditedFile {
  /// The file.
  let path: String

  /// Writes a text into a new file.
  ///
  /// - Throws: `StoreError` (`cannotCreate`).
  init(_ text: String) throws {
    let name = "annals-edit-\(UUID().uuidString.prefix(8)).txt"
    path = FileManager.default.temporaryDirectory.appending(path: name).path
    let isMade = FileManager.default.createFile(
      atPath: path,
      contents: Data(text.utf8),
      attributes: [.posixPermissions: 0o600]
    )
    guard isMade else {
      throw StoreError(
        .cannotCreate,
        "the text to edit cannot be written (\(path))",
        hints: ["check the temporary folder, or name another: TMPDIR"]
      )
    }
  }

  /// Lets the user edit the text, and reads what became of it.
  ///
  /// - Parameter editor: a command for the shell; the file's name is added to it.
  /// - Throws: `StoreError`: `io` where the editor fails; `badData` for what is not UTF-8. The file stays.
  func edit(with editor: String) throws -> String {
    // Through the environment, whatever the path holds.
    setenv("ANNALS_EDIT_FILE", path, 1)
    let status = system("\(editor) \"$ANNALS_EDIT_FILE\"")
    guard status == 0 else {
      throw StoreError(
        .io,
        "the editor failed (\(editor.quoted))",
        hints: ["name another: EDITOR=nano", "the text is kept in \(path)"]
      )
    }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw StoreError(.io, "the edited text is gone (\(path))")
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw StoreError(
        .badData,
        "the edited text is not UTF-8",
        hints: ["what you typed is kept in \(path)"]
      )
    }
    return text
  }

  /// Removes the file.
  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
