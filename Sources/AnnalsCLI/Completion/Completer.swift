import Annals
import Records

/// Finds what the last word of a command line may become.
struct Completer {
  /// One way to go on.
  struct Candidate: Hashable {
    /// The whole word.
    let text: String
    /// What it means, or nothing.
    var meaning = ""
  }

  /// What a shell is to offer.
  enum Answer: Hashable {
    case candidates([Candidate])
    /// The shell's own names of files.
    case files
    /// The shell's own names of folders.
    case folders
  }

  private let line: PartialLine
  private let names: StoreNames

  /// - Parameter names: the names that the store at hand has.
  init(_ line: PartialLine, _ names: StoreNames) {
    self.line = line
    self.names = names
  }

  /// What may stand in the last word, and begins with what is there.
  func answer() -> Answer {
    switch line.place {
    case .nothing: return .candidates([])
    case .command:
      let commands = line.command.subcommands.filter { !$0.isHidden }
      return matching(commands.map { Candidate(text: $0.name, meaning: $0.abstract) })
    case .option:
      let free = line.options.filter { line.values[$0] == nil || $0.isRepeatable }
      return matching(free.map { Candidate(text: $0.dashed, meaning: $0.abstract) })
    case .value(let option, let before):
      let completion = Completion(option.placeholder ?? "")
      return answer(completion, String(line.word.dropFirst(before.count)), before)
    case .argument(let argument):
      return answer(Completion(argument, of: line.path), line.word, "")
    }
  }

  /// - Parameters:
  ///   - word: what is written of the word itself.
  ///   - before: what stands before it in the same word: `--sort=`.
  private func answer(_ completion: Completion, _ word: String, _ before: String) -> Answer {
    switch completion {
    case .files: .files
    case .folders: .folders
    default:
      .candidates(
        candidates(completion, word).filter { $0.text.utf8.starts(with: word.utf8) }
          .map { Candidate(text: before + $0.text, meaning: $0.meaning) }
      )
    }
  }

  private func candidates(_ completion: Completion, _ word: String) -> [Candidate] {
    switch completion {
    case .words(let words): words.map { Candidate(text: $0) }
    case .commands: commands()
    case .types: types(ending: "")
    case .records, .versions: records(word)
    case .typesOrRecords: typesOrRecords(word)
    case .ids:
      type.map { names.ids(of: $0.name, beginningWith: word) }?.map { Candidate(text: $0) } ?? []
    case .fields: fields.map { Candidate(text: $0.name.text, meaning: $0.kind.name) }
    case .order: order(word)
    case .views: views
    case .assignments: assignments(word)
    case .points: points(word)
    case .files, .folders, .nothing: []
    }
  }

  // MARK: What the declarations tell

  private func commands() -> [Candidate] {
    // Behind `help` the words lead down from the root.
    let reached = line.arguments.reduce(AnnalsCommand.command) { $0.subcommand($1) ?? $0 }
    return reached.subcommands.filter { !$0.isHidden }
      .map { Candidate(text: $0.name, meaning: $0.abstract) }
  }

  private func points(_ word: String) -> [Candidate] {
    [
      Candidate(text: "head", meaning: "the last commit"),
      Candidate(text: "today", meaning: "the end of today"),
      Candidate(text: "yesterday", meaning: "the end of yesterday"),
    ]
      // Its second point may be left out.
      + (line.path == ["diff"] && line.arguments.count == 1 ? typesOrRecords(word) : [])
  }

  // MARK: What the store tells

  private var slash: UInt8 { UInt8(ascii: "/") }

  private func types(ending end: String) -> [Candidate] {
    names.types.map { Candidate(text: $0.name.text + end, meaning: "type") }
  }

  private func records(_ word: String) -> [Candidate] {
    guard let end = word.utf8.firstIndex(of: slash) else { return types(ending: "/") }
    let type = String(word[..<end])
    let id = String(word.unicodeScalars[word.unicodeScalars.index(after: end)...])
    return names.ids(of: ExactString(type), beginningWith: id)
      .map { Candidate(text: "\(type)/\($0)") }
  }

  private func typesOrRecords(_ word: String) -> [Candidate] {
    (word.utf8.contains(slash) ? [] : types(ending: "")) + records(word)
  }

  /// The type that an argument names, alone or before an id.
  private var type: TypeDefinition? {
    for word in line.arguments {
      let end = word.utf8.firstIndex(of: slash) ?? word.endIndex
      let name = ExactString(String(word[..<end]))
      if let type = names.types.first(where: { $0.name == name }) { return type }
    }
    return nil
  }

  /// The fields of the type that is named, else those of all.
  private var fields: [FieldDefinition] {
    if let type { return type.fields }
    var seen: Set<ExactString> = []
    return names.types.flatMap(\.fields).filter { seen.insert($0.name).inserted }
  }

  private var views: [Candidate] {
    type.map { type in
      type.views.map { Candidate(text: $0.name.text, meaning: ViewSpec.text($0, of: type)) }
    } ?? []
  }

  /// `age,-na`: what comes behind the last comma.
  private func order(_ word: String) -> [Candidate] {
    let start = word.lastIndex(of: ",").map { String(word[...$0]) } ?? ""
    return fields.flatMap { field in
      [
        Candidate(text: start + field.name.text, meaning: "rising"),
        Candidate(text: start + "-" + field.name.text, meaning: "falling"),
      ]
    }
  }

  /// `FIELD=`, and behind it the values that a field can only have.
  private func assignments(_ word: String) -> [Candidate] {
    guard let equals = word.firstIndex(of: "=") else {
      let given = Set(
        line.arguments.compactMap { word in word.firstIndex(of: "=").map { String(word[..<$0]) } }
      )
      return fields.filter { !given.contains($0.name.text) }
        .map { Candidate(text: $0.name.text + "=", meaning: $0.kind.name) }
    }
    let name = ExactString(String(word[..<equals]))
    guard let field = fields.first(where: { $0.name == name }) else { return [] }
    let values = field.kind == .bool ? ["true", "false"] : field.rules.oneOf.map(\.text)
    return values.map { Candidate(text: "\(name)=\($0)") }
  }

  private func matching(_ candidates: [Candidate]) -> Answer {
    .candidates(candidates.filter { $0.text.hasPrefix(line.word) })
  }
}
