import EventLog
import PageStore
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

/// The `annals` command line tool.
public enum CommandLineTool {
  /// The version that `annals --version` prints.
  static let version = "0.1.0"

  /// Runs the tool with the process's arguments and ends the process with its exit code.
  public static func main() -> Never {
    exit(run(environment: ProcessInfo.processInfo.environment))
  }

  private static func run(environment: [String: String]) -> Int32 {
    // A closed pipe is an error that a write returns, not a signal that ends the process in the middle.
    signal(SIGPIPE, SIG_IGN)
    // A file at the limit of `ulimit -f` is an error with a way out, and not the end.
    signal(SIGXFSZ, SIG_IGN)
    StandardDescriptors.occupy()
    let messages = Channel(descriptor: STDERR_FILENO)
    var wantsJSON = false
    var isVerbose = false
    do {
      let line = try Arguments.read()
      // Errors of the line itself take the form that it asks for, too.
      wantsJSON = line.contains { [Option.json.dashed, Option.jsonLines.dashed].contains($0) }
      switch try Parser.parse(line, root: AnnalsCommand.command) {
      case .version: try show("annals \(version)\n")
      case .help(let path): try show(AnnalsCommand.help(of: path))
      case .run(let invocation):
        wantsJSON = invocation.has(.json) || invocation.has(.jsonLines)
        isVerbose = invocation.has(.verbose)
        try run(invocation, environment, messages)
      }
      return ExitCode.done
    } catch {
      return ErrorReport(error).print(to: messages, asJSON: wantsJSON, isVerbose: isVerbose)
    }
  }

  private static func run(
    _ invocation: Invocation,
    _ environment: [String: String],
    _ messages: Channel
  ) throws {
    let isTerminal = isatty(STDOUT_FILENO) == 1
    let form = OutputForm(invocation, isTerminal: isTerminal)
    let wantsPager =
      isTerminal && form == .table && invocation.command.isPaged && !invocation.has(.noPager)
      && !invocation.has(.follow)
    let pager = wantsPager ? Pager(environment: environment) : nil
    defer { pager?.wait() }
    let output = Output(
      form: form,
      data: pager?.channel ?? Channel(descriptor: STDOUT_FILENO),
      messages: messages,
      style: Style(isOn: isTerminal && form == .table && mayColour(invocation, environment)),
      width: Terminal.width(of: STDOUT_FILENO) ?? 80,
      isQuiet: invocation.has(.quiet),
      isVerbose: invocation.has(.verbose)
    )
    let context = try Context(
      invocation,
      output: output,
      environment: environment,
      now: Instant.now()
    )
    do { try invocation.command.run?(invocation, context) } catch {
      // What was printed before the error is still the answer to a part of the question.
      try output.data.flush()
      throw error
    }
    try output.data.flush()
  }

  private static func mayColour(
    _ invocation: Invocation,
    _ environment: [String: String]
  ) -> Bool {
    !invocation.has(.noColor) && (environment["NO_COLOR"] ?? "").isEmpty
      && environment["TERM"] != "dumb"
  }

  private static func show(_ text: String) throws {
    let data = Channel(descriptor: STDOUT_FILENO)
    try data.write(text)
    try data.flush()
  }
}
