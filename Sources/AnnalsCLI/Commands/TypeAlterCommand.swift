import Annals
import StoreErrors
import Records

/// The command `annals type alter NAME …`.
enum TypeAlterCommand {
  private static let name = Argument("NAME", "the type")
  private static let rename = Option.value(
    "rename",
    "OLD=NEW",
    "give a field another name; it keeps its past",
    isRepeatable: true
  )
  private static let drop = Option.value(
    "drop",
    "FIELD",
    "leave a field out from now on; what it held stays in history",
    isRepeatable: true
  )
  private static let change = Option.value(
    "change",
    "FIELD:KIND[!][,RULE…]",
    "give a field this kind and just these rules",
    isRepeatable: true
  )
  private static let add = Option.value(
    "add",
    "FIELD:KIND[!][,RULE…]",
    "add a field",
    isRepeatable: true
  )
  private static let view = Option.value(
    "view",
    "V=SPEC",
    "keep a view, in the place of one of that name",
    isRepeatable: true
  )
  private static let dropView = Option.value(
    "drop-view",
    "V",
    "keep a view no longer",
    isRepeatable: true
  )

  static let command = Command(
    name: "alter",
    abstract: "change a type: its fields, their kinds and rules, its views",
    discussion: """
      All is one commit, and nothing that was written before changes: earlier points show the type as it was \
      then, and histories can be read as ever. Fields are renamed first, then dropped, changed and added; so \
      the later ones go by the new names. Fields, rules and views are written as for `type define`.
      A default is for records that are created from then on: those that are there do not get it, unless the field \
      is required (!), which fills them with it. Two names are swapped by --rename a=b --rename b=a.
      An int becomes a decimal, and everything json, as it is. For other kinds the values of living records \
      are converted through their text. A value that does not fit a new kind or rule stops the whole change; \
      --dry-run lists each: the record, the field, its value and why. On a terminal it asks before anything is \
      dropped or converted.
      \(ReasonOptions.help)
      """,
    arguments: [name],
    options: [rename, drop, change, add, view, dropView] + ReasonOptions.ofChange + [.yes],
    examples: [
      Example("type alter person --add city:text --view by-city=city", "a field, and a list by it"),
      Example("type alter person --change age:int!,min=0 -n", "see which ages are not numbers"),
      Example("type alter person --rename owner=keeper --drop note", "they keep their past"),
    ],
    access: .writes,
    run: run
  )

  private static func run(_ invocation: Invocation, _ context: Context) throws {
    let store = try context.storeForWriting()
    defer { store.close() }
    let type = try store.type(ExactString(invocation.required(name)))
    let alteration = try read(invocation, type)
    if invocation.has(.dryRun) {
      return try AlterationPrinter(context, type).print(store.rehearse(alteration))
    }
    if context.asks(invocation) {
      let steps = try store.rehearse(alteration).steps
      let isDestructive = steps.contains(where: \.isDestructive)
      try context.confirm(invocation) { isDestructive ? steps.map { "would \($0.words)" } : [] }
    }
    let time = try context.commitTime(invocation)
    let receipt = try store.alter(
      alteration,
      by: context.actor,
      because: invocation[.reason],
      time: time
    )
    try ReceiptPrinter.print(receipt, context, isDryRun: false)
    try context.sayIfRaised(receipt, time)
  }

  private static func read(
    _ invocation: Invocation,
    _ type: TypeDefinition
  ) throws -> TypeAlteration {
    var alteration = TypeAlteration(of: type)
    try alteration.rename(invocation.all(rename).map(names))
    for name in invocation.all(drop) { try alteration.drop(ExactString(name)) }
    for text in invocation.all(change) { try alteration.change(FieldSpec.read(text, number: 0)) }
    for text in invocation.all(add) { try alteration.add(FieldSpec.read(text, number: 0)) }
    for name in invocation.all(dropView) { try alteration.dropView(ExactString(name)) }
    for text in invocation.all(view) {
      alteration.keep(try ViewSpec.read(text, fields: alteration.fields))
    }
    if let rule = try ReasonOptions.readChange(invocation) { alteration.reasonRule = rule }
    return alteration
  }

  /// A field's name and its new one.
  private static func names(_ text: String) throws -> (old: ExactString, new: ExactString) {
    let names = FieldSpec.split(text, at: "=")
    guard names.count == 2 else {
      throw StoreError(
        .usage,
        "\(text.quoted) names no field and its new name",
        hints: ["write --rename OLD=NEW"]
      )
    }
    return (ExactString(names[0]), ExactString(names[1]))
  }
}

extension MigrationPlan.Step {
  /// Whether something is shown no more, or otherwise, from then on.
  fileprivate var isDestructive: Bool {
    switch action {
    case .dropField, .dropView, .convertField: true
    default: false
    }
  }
}
