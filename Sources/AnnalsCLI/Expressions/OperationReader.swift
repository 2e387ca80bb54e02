import JSONText
import StoreErrors
import Records

/// Reads operations from JSON Lines, as `batch` takes them:
/// `{"op":"update","type":"person","id":"p1","fields":{"age":41},"unset":["name"],"ifVersion":3}`.
struct OperationReader {
  /// What each operation may say, and must say where it has no other way.
  private static let members: [String: Set<String>] = [
    "create": ["op", "type", "id", "fields", "ifAbsent"],
    "update": ["op", "type", "id", "fields", "unset", "ifVersion"],
    "put": ["op", "type", "id", "fields", "unset", "ifVersion"],
    "delete": ["op", "type", "id", "ifVersion", "where"],
  ]

  private let parser = JSONParser()
  private let definition: (ExactString) throws -> TypeDefinition
  private var definitions: [ExactString: TypeDefinition] = [:]

  /// Makes a reader that asks for types by name.
  init(type: @escaping (ExactString) throws -> TypeDefinition) { definition = type }

  /// Reads one line.
  ///
  /// - Throws: `StoreError` (`badData`) where it is no such operation; (`usage`) for an unknown type or
  ///   field.
  mutating func read(_ line: Span<UInt8>) throws -> RecordOperation {
    let json: JSONNode
    do { json = try parser.parse(line) } catch {
      throw StoreError(.badData, "the line is not JSON: \(error.description)")
    }
    guard json.kind == .object else { throw Self.refused("an operation is a JSON object") }
    if let key = json.doubledKey { throw Self.refused("\(key.quoted) stands twice") }
    let op = try text("op", in: json)
    guard let allowed = Self.members[op] else {
      let near = Suggestion.closest(to: op, among: Self.members.keys.sorted())
      throw StoreError(
        .badData,
        "no operation is called \(op.quoted)",
        hints: near.map { ["did you mean \($0)?"] } ?? ["they are create, update, put and delete"]
      )
    }
    for member in json.members where !allowed.contains(member.key) {
      throw Self.refused("\(op) has no use for \(member.key.quoted)")
    }
    return try operation(op, json, of: type(ExactString(text("type", in: json))))
  }

  private mutating func type(_ name: ExactString) throws -> TypeDefinition {
    if let known = definitions[name] { return known }
    let found = try definition(name)
    definitions[name] = found
    return found
  }

  private func operation(
    _ op: String,
    _ json: JSONNode,
    of type: TypeDefinition
  ) throws -> RecordOperation {
    if op == "create" {
      let id = try json.member("id") == nil ? nil : ExactString(text("id", in: json))
      let ifAbsent = json.member("ifAbsent")?.bool == true
      return .create(type: type.name, id: id, try assignments(json, type), ifAbsent: ifAbsent)
    }
    if op == "delete", json.member("where") != nil {
      guard json.member("id") == nil, json.member("ifVersion") == nil else {
        throw Self.refused("delete takes an id or where, not both")
      }
      return .deleteWhere(
        type: type.name,
        try Condition(parsing: text("where", in: json), for: type)
      )
    }
    let id = ExactString(try text("id", in: json))
    let version = try version(json)
    switch op {
    case "update":
      return .update(type: type.name, id: id, try assignments(json, type), ifVersion: version)
    case "put":
      return .put(type: type.name, id: id, try assignments(json, type), ifVersion: version)
    default: return .delete(type: type.name, id: id, ifVersion: version)
    }
  }

  private func assignments(_ json: JSONNode, _ type: TypeDefinition) throws
    -> RecordOperation.Assignments
  {
    var assignments: RecordOperation.Assignments = []
    if let fields = json.member("fields") {
      guard fields.kind == .object else { throw Self.refused("fields is a JSON object") }
      if let key = fields.doubledKey { throw Self.refused("the field \(key.quoted) stands twice") }
      for member in fields.members {
        let field = try type.requireField(ExactString(member.key))
        do {
          assignments.append((field.name, try Value(json: member.value, as: field.kind)))
        } catch { throw error.of(field) }
      }
    }
    for element in json.member("unset").map({ Array($0.elements) }) ?? [] {
      guard let name = element.string else { throw Self.refused("unset is a list of names") }
      let field = try type.requireField(ExactString(name))
      guard !assignments.contains(where: { $0.name == field.name }) else {
        throw Self.refused("the field \(name.quoted) is set and unset")
      }
      assignments.append((field.name, nil))
    }
    return assignments
  }

  private func text(_ name: String, in json: JSONNode) throws(StoreError) -> String {
    guard let text = json.member(name)?.string else {
      throw Self.refused("\(name.quoted) must be given as a text")
    }
    return text
  }

  private func version(_ json: JSONNode) throws(StoreError) -> UInt64? {
    guard let member = json.member("ifVersion") else { return nil }
    guard let version = member.int64.flatMap({ UInt64(exactly: $0) }) else {
      throw Self.refused("'ifVersion' must be a whole number")
    }
    return version
  }

  private static func refused(_ why: String) -> StoreError {
    StoreError(
      .badData,
      why,
      hints: [#"write {"op":"create","type":"person","id":"p1","fields":{"age":41}}"#]
    )
  }
}
