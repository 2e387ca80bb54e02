/// What the command line asks for after `compare`.
struct CompareArguments: CommandArguments {
  var old: [Figure] = [], new: [Figure] = []
  let engines: [String]? = nil
  var wantsHelp = false

  static let help = """
    Tells what became worse from what only wavers; exits 1 where something did.

    usage: annals-bench compare OLD.json NEW.json     two files of --json
    """

  init(_ words: [String]) throws(BenchmarkError) {
    wantsHelp = words == ["--help"] || words == ["-h"]
    guard !wantsHelp else { return }
    guard words.count == 2 else {
      throw BenchmarkError(
        "compare needs two files",
        hint: "annals-bench compare OLD.json NEW.json"
      )
    }
    (old, new) = (try Comparison.figures(at: words[0]), try Comparison.figures(at: words[1]))
  }
}

/// `annals-bench compare`.
enum CompareCommand {
  static func run(_ arguments: CompareArguments, _ engines: [any Engine.Type]) throws -> Int32 {
    let comparison = Comparison(arguments.old, with: arguments.new)
    Output.answer.write(comparison.text)
    return comparison.hasRegression ? 1 : 0
  }
}
