internal import Records

extension FieldRule {
  /// Takes over the field that had another name in earlier programs, with its history.
  ///
  /// ```swift
  /// Field("fullName", \.fullName, .renamed(from: "name"))
  /// ```
  ///
  /// A name that the schema still has, or that the store has no field of, takes nothing over: the rule can stay for
  /// as long as stores of the earlier program may be met.
  ///
  /// - Parameter names: the earlier stored names; the first that is stored counts.
  public static func renamed(from names: String...) -> Self {
    Self { traits, _ in traits.earlierNames += names.map { ExactString($0) } }
  }

  /// Makes its values from a field that held something else in earlier programs, of this or of another name.
  ///
  /// ```swift
  /// Field("age", \.age, .converted(from: "age", as: String.self) { Int($0) })
  /// Field("cents", \.cents, .converted(from: "price", as: Double.self) { Int(($0 * 100).rounded()) })
  /// ```
  ///
  /// Opening a store of the earlier program writes the new values in one commit; what was written before stays as it
  /// was, and is converted each time that it is read. `Store.migrationPlan(at:for:)` tries the conversion on every
  /// record beforehand. It must always give the same for the same value.
  ///
  /// - Parameters:
  ///   - name: the field's stored name in the earlier program.
  ///   - old: the Swift type that its property had, or one that is kept as the same kind.
  ///   - convert: gives the new value, or nil for none; it is not called where there is no old value.
  public static func converted<Old: Codable & Sendable>(
    from name: String,
    as old: Old.Type,
    _ convert: @escaping @Sendable (Old) throws -> Value?
  ) -> Self {
    Self { traits, codec in
      let known = FieldCodec<Old>.make()
      traits.conversions.append(
        FieldConversion(name: ExactString(name), kind: known.kind) { value in
          guard let old = try known.read(value) else {
            throw FieldConversion.unreadable(value, as: Old.self)
          }
          return try convert(old).map(codec.keep)
        }
      )
    }
  }
}
