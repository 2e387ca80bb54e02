import Annals
import StoreErrors
import Records

/// The command `annals completion bash|zsh|fish`, and the hidden one that its scripts ask.
enum CompletionCommand {
  private static let shell = Argument("bash|zsh|fish", "the shell")
  private static let words = Argument("WORD", "the words so far, the last one perhaps empty", .any)

  static let command = Command(
    name: "completion",
    abstract: "print what makes a shell complete command lines",
    discussion: """
      Commands and options are completed, and so are the types, fields, views and ids of the store at hand. \
      bash: put source <(annals completion bash) into ~/.bashrc. zsh: the same into ~/.zshrc, behind compinit, \
      or the output as _annals into a folder of $fpath. fish: write it to \
      ~/.config/fish/completions/annals.fish.
      """,
    arguments: [shell],
    examples: [
      Example("completion bash", "what bash needs"),
      Example("completion fish", "what fish needs"),
    ],
    run: { invocation, context in
      try context.output.print(read(invocation).text)
    }
  )

  static let complete = Command(
    name: "__complete",
    abstract: "print what the last word of a command line may become",
    discussion: """
      A line for each: the word, a tab, what it means. Or the one line :files or :folders.
      """,
    arguments: [shell, words],
    isHidden: true,
    run: complete
  )

  private static func read(_ invocation: Invocation) throws -> CompletionScript {
    let name = try invocation.required(shell)
    if let script = CompletionScript(rawValue: name) { return script }
    throw StoreError(
      .usage,
      "there is no completion for \(name.quoted)",
      hints: ["there are bash, zsh and fish"]
    )
  }

  private static func complete(_ invocation: Invocation, _ context: Context) throws {
    let isBash = try read(invocation) == .bash
    let raw = invocation.all(words)
    let words = isBash ? raw.map { ShellWord($0).meaning } : raw
    let last = ShellWord(raw.last ?? "")
    let line = PartialLine(words, root: AnnalsCommand.command)
    let store = try? Context(
      Invocation(path: line.path, command: line.command, values: line.values),
      output: context.output,
      environment: context.environment,
      now: context.now
    ).storeForReading()
    defer { store?.close() }
    switch Completer(line, StoreNames(store)).answer() {
    case .files: try context.output.print(CompletionScript.filesMark + "\n")
    case .folders: try context.output.print(CompletionScript.foldersMark + "\n")
    case .candidates(let candidates):
      // What cannot be shown as it is cannot be typed either.
      for candidate in candidates where Escape.visible(candidate.text) == candidate.text {
        guard let text = isBash ? last.writing(candidate.text) : candidate.text else { continue }
        let meaning = candidate.meaning.isEmpty ? "" : "\t" + Escape.visible(candidate.meaning)
        try context.output.print(text + meaning + "\n")
      }
    }
  }
}
