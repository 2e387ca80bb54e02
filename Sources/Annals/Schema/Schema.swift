internal import EventLog
public import Records
internal import StoreErrors

/// How a Swift type is kept: its stored name, its fields and its views.
///
/// Numbers and versions are given by the store; `Store.open(at:for:)` holds the schema against what is stored.
public struct Schema<Root: Record>: Sendable {
  /// The type's stored name.
  public let name: String
  let fields: [Field<Root>]
  let views: [View<Root>]
  /// The stored names of fields that earlier programs had.
  let dropped: Set<ExactString>
  let reasonRule: ReasonRule?

  /// Describes a type.
  ///
  /// - Parameters:
  ///   - name: the stored name, 1 to 255 UTF-8 bytes without `/`.
  ///   - reason: what every commit that changes such records must say of why; nil for nothing.
  ///   - parts: the fields, the views and what was dropped, in any order. A mistake in them is an error when a store is
  ///     opened for the type.
  public init(
    _ name: String,
    reason: ReasonRule? = nil,
    @SchemaBuilder<Root> _ parts: () -> SchemaBuilder<Root>.Parts
  ) {
    let parts = parts()
    self.name = name
    reasonRule = reason
    fields = parts.fields
    views = parts.views
    dropped = Set(parts.dropped)
  }
}

/// Collects what is listed in a schema's braces.
@resultBuilder public enum SchemaBuilder<Root: Record> {
  /// What is listed, each sort in order.
  public struct Parts {
    var fields: [Field<Root>] = []
    var views: [View<Root>] = []
    var dropped: [ExactString] = []
  }

  /// Takes a field.
  public static func buildExpression(_ field: Field<Root>) -> Parts { Parts(fields: [field]) }

  /// Takes a view.
  public static func buildExpression(_ view: View<Root>) -> Parts { Parts(views: [view]) }

  /// Takes what was dropped.
  public static func buildExpression(_ dropped: Dropped) -> Parts { Parts(dropped: dropped.names) }

  /// Joins them.
  public static func buildBlock(_ parts: Parts...) -> Parts {
    Parts(
      fields: parts.flatMap(\.fields),
      views: parts.flatMap(\.views),
      dropped: parts.flatMap(\.dropped)
    )
  }
}

extension Schema {
  /// The definition that a store keeps, upon the one that it knows: what goes on from it keeps its number.
  ///
  /// - Throws: `StoreError` (`usage`) for a name, a rule or a key path that does not hold.
  func definition(after known: TypeDefinition? = nil) throws(StoreError) -> TypeDefinition {
    var next = known?.nextFieldNumber ?? 1
    var definitions: [FieldDefinition] = []
    var numbers: [PartialKeyPath<Root>: UInt32] = [:]
    for field in fields {
      if let fault = field.fault { throw fault }
      var definition = field.definition
      if let number = known.flatMap({ origin(of: field, in: $0).field })?.number {
        definition.number = number
      } else {
        definition.number = next
        next &+= 1
      }
      definitions.append(definition)
      numbers[field.keyPath] = definition.number
    }
    var viewDefinitions: [ViewDefinition] = []
    for view in views {
      let number = known?.view(view.name)?.number ?? 0
      viewDefinitions.append(try view.definition(numbers, number: number))
    }
    return try TypeDefinition(
      number: known?.number ?? 0,
      version: known?.version ?? 1,
      name: ExactString(name),
      fields: definitions,
      views: viewDefinitions,
      reasonRule: reasonRule,
      nextFieldNumber: next,
      nextViewNumber: known?.nextViewNumber ?? 1
    )
  }
}

extension View {
  /// The view as a store defines it, by the numbers of its fields.
  ///
  /// - Throws: `StoreError` (`usage`) for a property that is no field.
  fileprivate func definition(
    _ numbers: [PartialKeyPath<Root>: UInt32],
    number: UInt32
  ) throws(StoreError) -> ViewDefinition {
    var filterNumbers: [UInt32] = []
    for keyPath in filters { filterNumbers.append(try Self.number(keyPath, numbers, in: name)) }
    var sorts: [SortKey] = []
    for key in keys {
      let number = try Self.number(key.keyPath, numbers, in: name)
      sorts.append(SortKey(field: number, isDescending: key.isDescending))
    }
    return ViewDefinition(name, filters: filterNumbers, sorts: sorts, number: number)
  }

  private static func number(
    _ keyPath: PartialKeyPath<Root>?,
    _ numbers: [PartialKeyPath<Root>: UInt32],
    in view: ExactString
  ) throws(StoreError) -> UInt32 {
    if let keyPath, let number = numbers[keyPath] { return number }
    let property = keyPath.map { "\($0)" } ?? "a property"
    throw StoreError(
      .usage,
      "the view \(view) of \(Root.schema.name) names \(property), which is no field",
      hints: ["add a Field with that key path"]
    )
  }
}
