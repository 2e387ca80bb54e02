internal import Annals
internal import EventLog
internal import StoreErrors
internal import Records

/// The types that an import writes to, as they are known so far.
struct TypeGuesses {
  private var types: [TypeGuess] = []
  private var places: [ExactString: Int] = [:]

  /// Begins with the types of a store.
  ///
  /// A field's kind may widen if the last commit that gave or changed its kind or rules was an import's, which is
  /// what its bookmark says. What a user defined stands.
  init(of store: Store) throws {
    let catalog = try store.catalog()
    for versions in catalog.types {
      guard let last = versions.last?.definition else { continue }
      var open: Set<UInt32> = []
      var known: [UInt32: FieldDefinition] = [:]
      for entry in versions {
        let isImport = try store.header(of: entry.position.revision)?.bookmark != nil
        for field in entry.definition.fields where known[field.number] != field {
          if isImport { open.insert(field.number) } else { open.remove(field.number) }
          known[field.number] = field
        }
      }
      places[last.name] = types.count
      types.append(TypeGuess(last, open: open))
    }
  }

  /// The place of a type; nil where there is none.
  func place(of name: ExactString) -> Int? { places[name] }

  /// The place of a type, which begins to be known here if it was not.
  mutating func placeOrNew(_ name: ExactString) -> Int {
    if let place = places[name] { return place }
    places[name] = types.count
    types.append(TypeGuess(new: name))
    return types.count - 1
  }

  /// A type by its place.
  subscript(place: Int) -> TypeGuess {
    get { types[place] }
    _modify { yield &types[place] }
  }
}
