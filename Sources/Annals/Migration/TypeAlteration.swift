public import Records
public import StoreErrors

/// A change of a stored type, by the names of its fields and views: what `annals type alter` asks for.
///
/// ```swift
/// var person = TypeAlteration(of: try store.type("person"))
/// try person.rename("owner", to: "keeper")
/// try person.add(FieldDefinition("city", .text))
/// print(try store.rehearse(person))
/// try store.alter(person, by: "ann", because: "new form")
/// ```
///
/// What was written before stays as it is, and is read under the type as it is then.
public struct TypeAlteration: Sendable {
  /// The type as it was when the change began.
  public let known: TypeDefinition
  /// The fields, as changed so far; a new one has a number that only views may use meanwhile.
  public private(set) var fields: [FieldDefinition]
  /// The views, as changed so far.
  public private(set) var views: [ViewDefinition]
  /// What commits must say of why.
  public var reasonRule: ReasonRule?
  /// Fields whose values are converted, by their new numbers, with the old ones.
  private(set) var conversions: [UInt32: FieldDefinition] = [:]
  private var nextNumber: UInt32

  /// Begins a change of a type, which changes nothing so far.
  public init(of known: TypeDefinition) {
    self.known = known
    fields = known.fields
    views = known.views
    reasonRule = known.reasonRule
    nextNumber = known.nextFieldNumber
  }

  // MARK: - Fields

  /// Adds a field behind the others.
  ///
  /// - Throws: `StoreError` (`usage`) where there is one of this name.
  public mutating func add(_ field: FieldDefinition) throws(StoreError) {
    try refuseField(field.name)
    fields.append(numbered(field))
  }

  /// Gives a field another name; it keeps its past.
  ///
  /// - Throws: `StoreError` (`usage`) where there is no such field, or one of the new name.
  public mutating func rename(_ name: ExactString, to new: ExactString) throws(StoreError) {
    try rename([(name, new)])
  }

  /// Gives several fields other names at once, so that two can swap theirs; they keep their past.
  ///
  /// - Throws: `StoreError` (`usage`) where there is no such field, one is renamed twice, or two would have one name.
  public mutating func rename(_ names: [(old: ExactString, new: ExactString)]) throws(StoreError) {
    var places: [Int] = []
    for (old, new) in names {
      let place = try place(of: old)
      guard !places.contains(place) else {
        throw StoreError(.usage, "\(old) is to be renamed twice", field: old.text)
      }
      places.append(place)
      // A name that another gives up is free.
      if !names.contains(where: { $0.old == new && $0.new != new }) { try refuseField(new) }
      guard names.count(where: { $0.new == new }) == 1 else {
        throw StoreError(.usage, "two fields would be called \(new)", field: new.text)
      }
    }
    for (place, name) in zip(places, names) { fields[place].name = name.new }
  }

  /// Gives a field another kind and other rules.
  ///
  /// An int can become a decimal and everything json, which keeps the field's past. For any other kind a new field takes
  /// the place of the old one, and the values of living records are converted.
  ///
  /// - Parameter field: kind and rules; its name says which field.
  /// - Throws: `StoreError` (`usage`) where there is no such field.
  public mutating func change(_ field: FieldDefinition) throws(StoreError) {
    let place = try place(of: field.name)
    let old = fields[place]
    if old.isKept(as: field.kind) || old.widens(to: field.kind) {
      fields[place].kind = field.kind
      fields[place].rules = field.rules
      return
    }
    let new = numbered(field)
    fields[place] = new
    conversions[new.number] = conversions.removeValue(forKey: old.number) ?? old
    for index in views.indices { views[index].replace(old.number, by: new.number) }
  }

  /// Leaves a field out from now on; what it held stays in history.
  ///
  /// - Throws: `StoreError` (`usage`) where there is no such field.
  public mutating func drop(_ name: ExactString) throws(StoreError) {
    conversions[fields.remove(at: try place(of: name)).number] = nil
  }

  // MARK: - Views

  /// Adds a view, or puts it in the place of the one of its name.
  public mutating func keep(_ view: ViewDefinition) {
    if let place = views.firstIndex(where: { $0.name == view.name }) {
      let number = views[place].number
      views[place] = view
      views[place].number = number
    } else {
      views.append(view)
    }
  }

  /// Keeps a view no longer.
  ///
  /// - Throws: `StoreError` (`usage`) where there is none of this name.
  public mutating func dropView(_ name: ExactString) throws(StoreError) {
    guard let place = views.firstIndex(where: { $0.name == name }) else {
      throw unknown("view", name, among: views.map(\.name))
    }
    views.remove(at: place)
  }

  // MARK: - The outcome

  /// The definition that it leads to, with the numbers that stand in for those of new fields.
  ///
  /// - Throws: `StoreError`: `usage` for a view over a field that was dropped, or rules that do not hold; `tooLarge`.
  func definition() throws(StoreError) -> TypeDefinition {
    let numbers = Set(fields.map(\.number))
    for view in views {
      guard let lost = view.fields.first(where: { !numbers.contains($0) }) else { continue }
      let name = known.index(ofNumber: lost).map { known.fields[$0].name.text } ?? "field \(lost)"
      throw StoreError(
        .usage,
        "the view \(view.name) needs the field \(name)",
        hints: ["drop or change the view as well"]
      )
    }
    return try TypeDefinition(
      number: known.number,
      version: known.version,
      name: known.name,
      fields: fields,
      views: views,
      reasonRule: reasonRule,
      nextFieldNumber: nextNumber,
      nextViewNumber: known.nextViewNumber
    )
  }

  private mutating func numbered(_ field: FieldDefinition) -> FieldDefinition {
    var new = field
    new.number = nextNumber
    nextNumber += 1
    return new
  }

  private func place(of name: ExactString) throws(StoreError) -> Int {
    if let place = fields.firstIndex(where: { $0.name == name }) { return place }
    throw unknown("field", name, among: fields.map(\.name))
  }

  private func refuseField(_ name: ExactString) throws(StoreError) {
    guard fields.contains(where: { $0.name == name }) else { return }
    throw StoreError(
      .usage,
      "\(known.name) has a field \(name) already",
      hints: ["change it, or choose another name"],
      field: name.text
    )
  }

  private func unknown(_ what: String, _ name: ExactString, among names: [ExactString])
    -> StoreError
  {
    let close = Suggestion.closest(to: name.text, among: names.map(\.text))
    let all =
      names.isEmpty
      ? "it has none" : "it has " + names.prefix(20).map(\.text).joined(separator: ", ")
    return StoreError(
      .usage,
      "\(known.name) has no \(what) '\(name)'",
      hints: [close.map { "did you mean \($0)?" } ?? all]
    )
  }
}

extension ViewDefinition {
  fileprivate var fields: [UInt32] { filters + sorts.map(\.field) }

  fileprivate mutating func replace(_ old: UInt32, by new: UInt32) {
    filters = filters.map { $0 == old ? new : $0 }
    for index in sorts.indices where sorts[index].field == old { sorts[index].field = new }
  }
}
