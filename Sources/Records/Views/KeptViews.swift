internal import ByteCoding
internal import EventLog
internal import StoreErrors

/// Which views take in what a batch changes: all, but for those that the batch begins or ends, and for records that
/// have not come to a view yet that is still being filled.
struct KeptViews {
  /// The same for one type.
  struct OfType {
    let definition: TypeDefinition
    /// The views that show all records, by their places in the definition.
    fileprivate let whole: [Int]
    /// Those that show some.
    fileprivate let filling: [(place: Int, gap: ViewGap)]
    /// Whether the type has unique values that go on.
    let keepsUniques: Bool

    /// The views that show a record or will, once it lives, by their places in the definition.
    func views(showing id: Span<UInt8>) -> [Int] {
      guard !filling.isEmpty else { return whole }
      var places = whole
      for (place, gap) in filling where gap.shows(id) { places.append(place) }
      return places
    }
  }

  private let catalog: Catalog
  private let applied: Revision
  /// The views' gaps before the batch.
  let gaps: [ViewGap]
  /// What the batch defines anew.
  let redefinitions: [Redefinition]
  /// The types that it defines.
  private let defined: [UInt32: TypeDefinition]

  /// Compares what a batch defines with what was defined before.
  ///
  /// - Parameters:
  ///   - applied: what came before the batch.
  ///   - catalog: the definitions up to there at least.
  init(_ batch: EventBatch, upon applied: ViewStore.Applied, _ catalog: Catalog) {
    self.catalog = catalog
    self.applied = applied.revision
    gaps = applied.gaps
    var defined: [UInt32: TypeDefinition] = [:]
    var redefinitions: [UInt32: Redefinition] = [:]
    // A commit counts as a whole: of several definitions of a type it is the last.
    for (definition, position) in batch.definitions {
      defined[definition.number] = definition
      guard let earlier = catalog.definition(of: definition.number, at: applied.revision) else {
        continue
      }
      redefinitions[definition.number] = Redefinition(
        of: earlier,
        by: definition,
        at: position.revision
      )
    }
    self.defined = defined
    self.redefinitions = redefinitions.values.sorted {
      $0.definition.number < $1.definition.number
    }
  }

  /// What holds for the records of a type.
  func ofType(_ number: UInt32) throws(StoreError) -> OfType {
    guard let definition = defined[number] ?? catalog.definition(of: number, at: applied) else {
      throw ByteReader.damaged("there are records of type number \(number), which is not defined")
    }
    let redefinition = redefinitions.first { $0.definition.number == number }
    var whole: [Int] = []
    var filling: [(place: Int, gap: ViewGap)] = []
    for (place, view) in definition.views.enumerated()
    where redefinition.map({ !$0.begun.contains(view.number) }) ?? true {
      if let gap = gaps.open(view.number, of: number) {
        filling.append((place, gap))
      } else {
        whole.append(place)
      }
    }
    return OfType(
      definition: definition,
      whole: whole,
      filling: filling,
      keepsUniques: !definition.uniqueFields.isEmpty && redefinition?.changesUniques != true
    )
  }
}
