internal import Records
internal import StoreErrors
internal import Synchronization

extension Store {
  /// Opens a store for the Swift types that it keeps, and defines there what is new in them.
  ///
  /// A store that is not there is made, unless `options` say otherwise. Each type's schema is held against the Swift
  /// type, and against what is stored: new fields and views are added, those that are gone from the schema are
  /// dropped, renamed and widened ones go on, values are converted where a field says how, defaults are filled in,
  /// and rules take their new form. All of that is one commit by `options.schemaActor`; nothing that was written before
  /// it changes. `migrationPlan(at:for:)` tells beforehand what it would be.
  ///
  /// - Parameters:
  ///   - path: the store's folder.
  ///   - types: the types, as `Person.self`.
  ///   - options: how it is opened. Read-only, nothing is defined; what is stored must fit then.
  /// - Returns: the store.
  /// - Throws: `StoreError`: `usage` where a schema does not fit its Swift type or what is stored, with the property and
  ///   the way out; `badData` where a record could not be converted, or would lack a value (`others` has more of them);
  ///   `noStore`, `cannotCreate`, `damaged`, `futureFormat`, `permission`, `readOnly`, `diskFull`, `busy`, `io`.
  /// - Complexity: O(definitions); O(records of a type) where values of that type are filled in or converted.
  public static func open(
    at path: String,
    for types: any Record.Type...,
    options: Options = Options()
  ) throws -> Store {
    try check(types)
    let makesStore = options.makesStore && !options.isReadOnly && !exists(at: path)
    let store = makesStore ? try create(at: path, options) : try open(at: path, options)
    try store.register(types)
    return store
  }

  /// Makes a store for some Swift types that lives as long as the process.
  ///
  /// - Parameters:
  ///   - types: the types, as `Person.self`.
  ///   - options: how it is opened.
  /// - Returns: the store.
  /// - Throws: `StoreError` (`usage`) where a schema does not fit its Swift type.
  public static func inMemory(
    for types: any Record.Type...,
    options: Options = Options()
  ) throws -> Store {
    try check(types)
    let store = inMemory(options)
    try store.register(types)
    return store
  }

  /// Holds schemas against their Swift types, before anything is made or written.
  static func check(_ types: [any Record.Type]) throws {
    func check<T: Record>(_ type: T.Type) throws { try SchemaCheck(T.schema).run() }
    for type in types { try check(type) }
  }

  private func register(_ types: [any Record.Type]) throws {
    try migrate(types)
    func bind<T: Record>(_ type: T.Type) throws { _ = try binding(of: type) }
    for type in types { try bind(type) }
  }

  /// A Swift type joined with the type that is stored.
  ///
  /// - Throws: `StoreError` (`usage`) where the two do not fit, or the type is not stored.
  func binding<T: Record>(of type: T.Type) throws -> TypeBinding<T> {
    let key = ObjectIdentifier(type)
    if let known = knownTypes.withLock({ $0.bindings[key] }) as? TypeBinding<T> { return known }
    try SchemaCheck(T.schema).run()
    let binding = try TypeBinding(T.schema, self.type(ExactString(T.schema.name)))
    knownTypes.withLock { $0.add(binding, for: key) }
    return binding
  }
}
