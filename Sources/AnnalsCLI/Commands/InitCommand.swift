import Annals

/// The command `annals init [DIR]`.
enum InitCommand {
  private static let folder = Argument(
    "DIR",
    "the store's folder; else what --store or ANNALS_STORE names, else .annals here",
    .optional
  )

  static let command = Command(
    name: "init",
    abstract: "make an empty store",
    discussion: "Other commands find the nearest .annals upward from where they run.",
    arguments: [folder],
    options: [.dryRun],
    examples: [
      Example("init", "make .annals in this folder"),
      Example("init /srv/people", "make a store elsewhere; then use --store /srv/people"),
    ],
    run: run
  )

  private static func run(_ invocation: Invocation, _ context: Context) throws {
    let path = invocation[folder] ?? context.namedStore ?? Context.storeName
    if invocation.has(.dryRun) {
      return try context.output.print("would make a store at \(path)\n")
    }
    let store = try Store.create(at: path)
    defer { store.close() }
    if context.output.form.isJSON {
      let made = JSON.object([
        JSON.format, ("store", .text(store.path)), ("identity", .text("\(store.identity)")),
      ])
      return try context.output.print(made.line)
    }
    try context.output.say("made an empty store at \(store.path)")
  }
}
