/// An option or a flag of a command, declared once: parsing, help and hints are made from it.
struct Option: Hashable, Sendable {
  /// The long name, without the dashes.
  let name: String
  /// The short name, without the dash.
  let short: Character?
  /// What stands for the value in help; nil for a flag.
  let placeholder: String?
  /// One line that says what it does.
  let abstract: String
  /// Whether it may be given more than once; otherwise the last one counts.
  let isRepeatable: Bool
  /// Whether a number alone is its value: `-5` for `-n 5`.
  let isBareNumber: Bool

  private init(
    _ name: String,
    _ short: Character?,
    _ placeholder: String?,
    _ abstract: String,
    isRepeatable: Bool,
    isBareNumber: Bool
  ) {
    self.name = name
    self.short = short
    self.placeholder = placeholder
    self.abstract = abstract
    self.isRepeatable = isRepeatable
    self.isBareNumber = isBareNumber
  }

  /// An option without a value.
  static func flag(_ name: String, short: Character? = nil, _ abstract: String) -> Option {
    Option(name, short, nil, abstract, isRepeatable: false, isBareNumber: false)
  }

  /// An option with a value.
  static func value(
    _ name: String,
    short: Character? = nil,
    _ placeholder: String,
    _ abstract: String,
    isRepeatable: Bool = false,
    isBareNumber: Bool = false
  ) -> Option {
    Option(
      name,
      short,
      placeholder,
      abstract,
      isRepeatable: isRepeatable,
      isBareNumber: isBareNumber
    )
  }

  /// Whether it takes a value.
  var takesValue: Bool { placeholder != nil }

  /// How help writes it: `-s, --store DIR`.
  var spelling: String {
    let shortPart = short.map { "-\($0), " } ?? "    "
    return shortPart + "--\(name)" + (placeholder.map { " \($0)" } ?? "")
  }

  /// How an error names it.
  var dashed: String { "--\(name)" }
}

/// A positional argument of a command.
struct Argument: Hashable, Sendable {
  /// How many there are.
  enum Arity: Sendable { case one, optional, any, atLeastOne }

  /// What stands for it in help.
  let name: String
  /// One line that says what it is.
  let abstract: String
  /// How many there are.
  let arity: Arity

  init(_ name: String, _ abstract: String, _ arity: Arity = .one) {
    self.name = name
    self.abstract = abstract
    self.arity = arity
  }

  /// How usage lines write it.
  var spelling: String {
    switch arity {
    case .one: name
    case .optional: "[\(name)]"
    case .any: "[\(name)…]"
    case .atLeastOne: "\(name)…"
    }
  }

  var isRequired: Bool { arity == .one || arity == .atLeastOne }
  var isMany: Bool { arity == .any || arity == .atLeastOne }
}

/// A command line worth copying, with what it does.
struct Example: Hashable, Sendable {
  /// The command line, without `annals` before it.
  let line: String
  /// What it does.
  let meaning: String

  init(_ line: String, _ meaning: String) {
    self.line = line
    self.meaning = meaning
  }
}
