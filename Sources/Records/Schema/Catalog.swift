internal import ByteCoding
package import EventLog
internal import StoreErrors

/// All definitions of a log, each with the place from which it holds.
package struct Catalog: Sendable {
  /// One version of a type's definition.
  package struct Entry: Sendable {
    package let position: EventPosition
    package let definition: TypeDefinition
  }

  /// The log has been read up to here.
  package private(set) var revision = Revision.zero
  /// Each type's definitions, oldest first; the type with number 1 first.
  package private(set) var types: [[Entry]] = []
  private var numbers: [ExactString: UInt32] = [:]

  /// The empty catalog.
  package init() {}

  /// Takes in what was defined up to a revision.
  ///
  /// - Complexity: O(definitions since the last call).
  package mutating func update(from log: any EventLog, to head: Revision) throws {
    guard head > revision else { return }
    for position in try log.definitions(after: revision) where position.revision <= head {
      guard let definition = try log.withEvent(at: position, { try TypeDefinition($0) }) else {
        throw ByteReader.damaged("there is no definition in \(position.revision)")
      }
      try add(definition, at: position)
    }
    revision = head
  }

  /// Takes in one definition, the next in the order of the log.
  package mutating func add(_ definition: TypeDefinition, at position: EventPosition) throws {
    let entry = Entry(position: position, definition: definition)
    if definition.number == UInt32(types.count) + 1, definition.version == 1 {
      types.append([entry])
      numbers[definition.name] = definition.number
    } else {
      guard let last = versions(of: definition.number).last?.definition,
        definition.version == last.version + 1
      else { throw ByteReader.damaged("the definitions of \(definition.name) are out of order") }
      types[Int(definition.number) - 1].append(entry)
    }
  }

  /// All versions of a type, oldest first.
  package func versions(of type: UInt32) -> [Entry] {
    type >= 1 && type <= types.count ? types[Int(type) - 1] : []
  }

  /// The definition that an event was written under.
  package func definition(of type: UInt32, version: UInt32) throws -> TypeDefinition {
    let versions = versions(of: type)
    guard version >= 1, version <= versions.count else {
      throw ByteReader.damaged("version \(version) of the type number \(type) is missing")
    }
    return versions[Int(version) - 1].definition
  }

  /// The number of a type.
  package func number(of name: ExactString) -> UInt32? { numbers[name] }

  /// The definition in force after a revision.
  package func definition(of type: UInt32, at revision: Revision) -> TypeDefinition? {
    versions(of: type).last { $0.position.revision <= revision }?.definition
  }

  /// The definition in force after a revision.
  package func definition(_ name: ExactString, at revision: Revision) -> TypeDefinition? {
    numbers[name].flatMap { definition(of: $0, at: revision) }
  }

  /// The definitions in force after a revision, in the order in which the types came.
  package func definitions(at revision: Revision) -> [TypeDefinition] {
    types.indices.compactMap { definition(of: UInt32($0) + 1, at: revision) }
  }
}
