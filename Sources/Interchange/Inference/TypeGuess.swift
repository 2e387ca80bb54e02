internal import JSONText
internal import StoreErrors
internal import Records

/// What an import knows of one type: its definition as the log will have it, and the fields that were met since.
struct TypeGuess {
  /// What Debezium writes for a large value that the source did not read, since it had not changed.
  private static let unavailable = "__debezium_unavailable_value"

  let name: ExactString
  /// As the log has it, or will have it once the windows before this one are written.
  private var definition: TypeDefinition?
  private var fields: [FieldGuess]
  private var places: [ExactString: Int]
  /// Where the members of the last row went: most rows have the same members in the same order.
  private var layout: [Int] = []
  /// Whether the definition must be written before the window's first row.
  private(set) var hasChanged = false

  /// A type that was not there before.
  init(new name: ExactString) {
    self.name = name
    fields = []
    places = [:]
    hasChanged = true
  }

  /// A type as the log has it.
  ///
  /// - Parameter open: the numbers of the fields whose kind an import chose.
  init(_ definition: TypeDefinition, open: Set<UInt32>) {
    name = definition.name
    self.definition = definition
    fields = definition.fields.map { FieldGuess($0, isOpen: open.contains($0.number)) }
    places = Dictionary(
      definition.fields.enumerated().map { ($1.name, $0) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// Reads a row.
  ///
  /// - Returns: its values, and whether some are not known and so left out.
  /// - Throws: `StoreError` (`badData`) with the field that cannot hold its value.
  mutating func take(_ row: JSONNode) throws(StoreError) -> (
    values: RecordOperation.Assignments, isPartial: Bool
  ) {
    var values: RecordOperation.Assignments = []
    values.reserveCapacity(row.count)
    var isPartial = false
    var place = 0
    for member in row.members {
      defer { place += 1 }
      if member.value.isString(Self.unavailable) {
        isPartial = true
        continue
      }
      let index = index(of: member, at: place)
      let (value, hasChanged) = try fields[index].take(member.value)
      if hasChanged { self.hasChanged = true }
      values.append((fields[index].name, value))
    }
    return (values, isPartial)
  }

  private mutating func index(of member: JSONNode.Member, at place: Int) -> Int {
    if place < layout.count, member.isNamed(fields[layout[place]].name.text) {
      return layout[place]
    }
    let name = ExactString(member.key)
    let index = places[name] ?? add(name)
    if place < layout.count {
      layout[place] = index
    } else if place == layout.count {
      layout.append(index)
    }
    return index
  }

  private mutating func add(_ name: ExactString) -> Int {
    fields.append(FieldGuess(new: name))
    places[name] = fields.count - 1
    hasChanged = true
    return fields.count - 1
  }

  /// The names of the fields that became JSON while the window was read; asking forgets them.
  mutating func takeNewJSON() -> Set<ExactString> {
    var names: Set<ExactString> = []
    for index in fields.indices where fields[index].becameJSON {
      names.insert(fields[index].name)
      fields[index].becameJSON = false
    }
    return names
  }

  /// What must be written before the window's first row, and what to tell the user of it; asking takes it as
  /// written.
  ///
  /// - Throws: `StoreError` (`usage`, `tooLarge`) for names that a type cannot have or too many fields.
  mutating func takeDefinition() throws(StoreError) -> (operation: RecordOperation, notes: [String])
  {
    var notes: [String] = []
    let known = definition
    let fields = fields.enumerated().map { index, guess in
      guard let known, index < known.fields.count else {
        notes.append("\(name).\(guess.name) is \(guess.description)")
        return FieldDefinition(guess.name, guess.kind, isProvisional: guess.isProvisional)
      }
      var field = known.fields[index]
      if field.kind != guess.kind || field.isProvisional != guess.isProvisional {
        let before = field.isProvisional ? "unknown" : field.kind.name
        notes.append("\(name).\(guess.name) is \(guess.description), was \(before)")
      }
      field.kind = guess.kind
      field.isProvisional = guess.isProvisional
      return field
    }
    let next = try TypeDefinition(
      number: known?.number ?? 0,
      version: (known?.version ?? 0) + 1,
      name: name,
      fields: fields,
      views: known?.views ?? [],
      reasonRule: known?.reasonRule,
      nextFieldNumber: known?.nextFieldNumber ?? 1,
      nextViewNumber: known?.nextViewNumber ?? 1
    )
    definition = next
    hasChanged = false
    return (known == nil ? .define(next) : .redefine(next), notes)
  }
}

extension FieldGuess: CustomStringConvertible {
  /// The kind, for a user.
  var description: String { isProvisional ? "text for now, all null so far" : kind.name }
}
