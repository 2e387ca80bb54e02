import StoreErrors

/// The words of the process's command line.
enum Arguments {
  /// The words after the tool's name, byte for byte.
  ///
  /// `CommandLine.arguments` would put other characters where a word is not UTF-8, and so alter what the
  /// user wrote.
  ///
  /// - Throws: `StoreError` (`usage`) for a word that is not UTF-8.
  static func read() throws(StoreError) -> [String] {
    var words: [String] = []
    // The system keeps `argc` words there for as long as the process runs.
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let pointer = CommandLine.unsafeArgv[index] else { break }
      guard let word = String(validatingCString: pointer) else {
        throw StoreError(.usage, "argument \(index) is not UTF-8")
      }
      words.append(word)
    }
    return words
  }
}
