import Annals
import StoreErrors
import Records

/// The command `annals type define NAME FIELD:KIND[!]…`.
enum TypeDefineCommand {
  private static let name = Argument("NAME", "the type's name, without a slash")
  private static let fields = Argument(
    "FIELD:KIND[!][,RULE…]",
    "a field, its kind and its rules; ! is required",
    .atLeastOne
  )
  private static let view = Option.value(
    "view",
    "V=SPEC",
    "keep a view: by-owner=owner,age",
    isRepeatable: true
  )
  static let command = Command(
    name: "define",
    abstract: "add a type",
    discussion: """
      Kinds: \(Kind.allCases.map(\.name).joined(separator: " ")).
      A field with ! must be given and, if it is text, not empty. Rules follow the kind, after commas: \
      unique, immutable (no update changes it), min=VALUE, max=VALUE (for text and bytes, of the length), \
      one-of=A|B, default=VALUE. A backslash takes the meaning from a comma or a bar.
      A view is kept in order: its filter fields, then its sort fields, minus for descending. In owner,age \
      the last field sorts and those before it filter; from the first minus on all sort; a slash between \
      filters and sorts says it outright: owner/age,name.
      \(ReasonOptions.help)
      The same definition once more changes nothing.
      """,
    arguments: [name, fields],
    options: [view] + ReasonOptions.all,
    examples: [
      Example(
        "type define person name:text! age:int,min=0,max=150 --view by-age=age",
        "people by age"
      ),
      Example(
        "type define record owner:text! name:text,default=new --view owned=owner,-name",
        "each owner's records, names backwards"
      ),
      Example(
        "type define account iban:text!,immutable --reason-min 10 --reason-pattern '#[0-9]+'",
        "each change names its ticket, and none the number of the account"
      ),
    ],
    access: .writes,
    run: run
  )

  private static func run(_ invocation: Invocation, _ context: Context) throws {
    var definitions: [FieldDefinition] = []
    for (index, text) in invocation.all(fields).enumerated() {
      definitions.append(try FieldSpec.read(text, number: UInt32(index) + 1))
    }
    let views = try invocation.all(view).map { try ViewSpec.read($0, fields: definitions) }
    let type = try TypeDefinition(
      name: ExactString(invocation.required(name)),
      fields: definitions,
      views: views,
      reasonRule: try ReasonOptions.read(invocation)
    )
    let store = try context.storeForWriting()
    defer { store.close() }
    try context.write([.define(type)], in: store, invocation)
  }
}
