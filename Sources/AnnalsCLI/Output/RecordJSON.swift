import EventLog
import Records

extension JSON {
  /// The name and version of the documents that `--json` prints.
  static var format: (String, JSON) { ("format", .text("annals/1")) }

  /// A record as `--jsonl` prints it: fields in definition order, null as null, missing ones left out.
  static func record(_ record: Record) -> JSON {
    let fields = zip(record.definition.fields, record.values).compactMap { field, value in
      value.map { (field.name.text, JSON.value($0)) }
    }
    return .object([
      ("type", .text(record.definition.name.text)), ("id", .text(record.id.text)),
      ("version", .number(record.version)), ("life", .number(record.life)),
      ("revision", .number(record.revision.rawValue)), ("created", .instant(record.created)),
      ("updated", .instant(record.updated)), ("fields", .object(fields)),
    ])
  }

  /// An event as `log --jsonl` prints it: in `changes` a key absent from `old` or `new` was missing.
  static func event(_ event: Event) -> JSON {
    var members: [(String, JSON)] = [
      ("revision", .number(event.commit.revision.rawValue)), ("time", .instant(event.commit.time)),
      ("actor", .text(event.commit.actor)), ("reason", .optional(event.commit.reason)),
      ("op", .text(event.op.rawValue)), ("type", .text(event.definition.name.text)),
      ("id", .text(event.id.text)), ("version", .number(event.version)),
      ("life", .number(event.life)), ("changes", changes(event)),
    ]
    if event.op == .define { members.append(("definition", .type(event.definition))) }
    return .object(members)
  }

  /// The changed fields of an event, each with what it held before and after.
  static func changes(_ event: Event) -> JSON {
    .object(
      event.changes.map { change in
        let sides = [("old", change.old), ("new", change.new)].compactMap { name, value in
          value.map { (name, JSON.value($0)) }
        }
        return (change.field.name.text, .object(sides))
      }
    )
  }

  /// A type as `type show --json` prints it.
  static func type(_ type: TypeDefinition) -> JSON {
    .object([
      ("name", .text(type.name.text)), ("version", .number(type.version)),
      ("requireReason", .bool(type.requiresReason)), ("fields", .array(type.fields.map(field))),
      ("views", .array(type.views.map { view($0, of: type) })),
    ])
  }

  private static func field(_ field: Field) -> JSON {
    let rules = field.rules
    var members: [(String, JSON)] = [
      ("name", .text(field.name.text)), ("kind", .text(field.kind.name)),
      ("required", .bool(rules.isRequired)), ("unique", .bool(rules.isUnique)),
    ]
    if let minimum = rules.minimum { members.append(("min", .value(minimum))) }
    if let maximum = rules.maximum { members.append(("max", .value(maximum))) }
    if !rules.oneOf.isEmpty { members.append(("oneOf", .array(rules.oneOf.map(JSON.value)))) }
    if let value = rules.defaultValue { members.append(("default", .value(value))) }
    return .object(members)
  }

  private static func view(_ view: ViewDefinition, of type: TypeDefinition) -> JSON {
    let (filters, sorts) = ViewSpec.names(view, of: type)
    return .object([
      ("name", .text(view.name.text)), ("filters", .array(filters.map(JSON.text))),
      ("sorts", .array(sorts.map(JSON.text))),
    ])
  }
}
