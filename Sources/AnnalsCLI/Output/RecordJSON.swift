import EventLog
import JSONText
import Records

extension JSON {
  /// The name and version of the documents that `--json` prints.
  static var format: (String, JSON) { ("format", .text("annals/1")) }

  /// A place in history, as it was understood.
  static func point(_ point: ResolvedPoint) -> JSON {
    .object([("revision", .number(point.revision.rawValue)), ("time", .instant(point.time))])
  }

  /// A type as `type show --json` prints it.
  static func type(_ type: TypeDefinition) -> JSON {
    var members: [(String, JSON)] = [
      ("name", .text(type.name.text)), ("version", .number(type.version)),
      ("requireReason", .bool(type.requiresReason)),
    ]
    if let rule = type.reasonRule {
      if rule.minimumLength > 1 { members.append(("reasonMin", .number(rule.minimumLength))) }
      if let pattern = rule.pattern { members.append(("reasonPattern", .text(pattern))) }
    }
    members.append(("fields", .array(type.fields.map(field))))
    members.append(("views", .array(type.views.map { view($0, of: type) })))
    return .object(members)
  }

  private static func field(_ field: FieldDefinition) -> JSON {
    let rules = field.rules
    var members: [(String, JSON)] = [
      ("name", .text(field.name.text)), ("kind", .text(field.kind.name)),
      ("required", .bool(rules.isRequired)), ("unique", .bool(rules.isUnique)),
    ]
    if rules.isImmutable { members.append(("immutable", .bool(true))) }
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

extension CSV.Cell {
  /// Changed fields as JSON, in the form that `log --jsonl` gives them.
  static func changes(_ changes: [Event.Change]) -> CSV.Cell {
    var writer = JSONWriter()
    writer.append(changes)
    return .text(writer.text)
  }
}

// Records and events may be millions: they are written without a tree between.
extension JSONWriter {
  /// Writes a record as `--jsonl` prints it: fields in definition order, null as null, missing ones left
  /// out.
  ///
  /// - Parameter deletion: the event that ended its life, for a deleted one.
  mutating func append(_ record: StoredRecord, deletedBy deletion: Event? = nil) {
    beginObject()
    member("type", record.definition.name.text)
    member("id", record.id.text)
    member("version", record.version)
    member("life", record.life)
    member("revision", record.revision.rawValue)
    member("created", record.created.text())
    member("updated", record.updated.text())
    key("fields")
    beginObject()
    for (field, value) in zip(record.definition.fields, record.values) {
      guard let value else { continue }
      key(field.name.text)
      append(value)
    }
    endObject()
    if let deletion {
      key("deleted")
      JSON.event(deletion).append(to: &self)
    }
    endObject()
  }

  /// Writes an event as `log --jsonl` prints it: in `changes` a key absent from `old` or `new` was missing.
  mutating func append(_ event: Event) {
    beginObject()
    member("revision", event.commit.revision.rawValue)
    member("time", event.commit.time.text())
    member("actor", event.commit.actor)
    key("reason")
    if let reason = event.commit.reason { string(reason) } else { null() }
    member("op", event.op.rawValue)
    member("type", event.definition.name.text)
    member("id", event.id.text)
    member("version", event.version)
    member("life", event.life)
    key("changes")
    append(event.changes)
    if event.op == .define {
      key("definition")
      JSON.type(event.definition).append(to: &self)
    }
    endObject()
  }

  /// Writes changed fields, each with what it held before and after.
  mutating func append(_ changes: [Event.Change]) {
    beginObject()
    for change in changes {
      key(change.field.name.text)
      beginObject()
      if let old = change.old {
        key("old")
        append(old)
      }
      if let new = change.new {
        key("new")
        append(new)
      }
      endObject()
    }
    endObject()
  }

  /// Writes a line of a diff; a version is null at the point where the record does not live.
  mutating func append(_ line: Diff.Line) {
    beginObject()
    member("kind", line.kind.rawValue)
    member("type", line.record.definition.name.text)
    member("id", line.record.id.text)
    member("oldVersion", line.oldVersion)
    member("newVersion", line.newVersion)
    key("changes")
    append(line.record.changes)
    endObject()
  }

  private mutating func member(_ name: String, _ text: String) {
    key(name)
    string(text)
  }

  private mutating func member(_ name: String, _ number: UInt64?) {
    key(name)
    if let number { integer(number) } else { null() }
  }
}
