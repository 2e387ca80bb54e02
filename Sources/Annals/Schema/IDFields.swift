internal import Records
internal import StoreErrors

// Ids that are computed from fields. A form shows these fields, and no id: so what is wrong with the id is said of them.

extension Record {
  /// The places of the fields that the record's id is computed from; none where it is a property of its own.
  ///
  /// Each field is tried with another value. Called where something was refused, it may take its time.
  ///
  /// - Complexity: O(fields²).
  private func placesOfID() -> [Int] {
    let fields = Self.schema.fields
    let table = FieldTable(Self.schema)
    let decoder = RecordDecoder(table)
    let id = id.recordID
    guard let values = try? RecordEncoder(table).values(of: self) else { return [] }
    func idDepends(on place: Int) -> Bool {
      fields[place].samples.contains { sample in
        var others = values
        others[place] = sample
        let other = try? decoder.decode(Self.self, id, others, at: Array(others.indices))
        return other.map { ExactString($0.id.recordID) != ExactString(id) } ?? false
      }
    }
    return fields.indices.filter(idDepends)
  }

  /// The error of a record whose id was changed, with each field that the id is computed from and that was changed.
  func changedID(to other: Self) -> StoreError {
    var error = StoreError(
      .badData,
      "the id of \(Self.schema.name)/\(id.recordID) cannot change to "
        + StoreError.quote(other.id.recordID),
      hints: ["delete the record and insert one with the new id"],
      field: "id"
    )
    error.rule = .immutable
    error.value = other.id.recordID
    let encoder = RecordEncoder(FieldTable(Self.schema))
    guard let old = try? encoder.values(of: self), let new = try? encoder.values(of: other) else {
      return error
    }
    let changed = placesOfID().filter { old[$0] != new[$0] }
    return error.said(
      of: changed.map { place in
        let name = Self.schema.fields[place].definition.name
        let message =
          "\(name) cannot change: the id \(StoreError.quote(id.recordID)) of this \(Self.schema.name) "
          + "is made of it"
        return (name.text, new[place]?.text, message)
      }
    )
  }

  /// The error of a record whose id lives already, with each field that the id is computed from.
  func takenID(_ refusal: StoreError) -> StoreError {
    var error = refusal
    error.field = "id"
    error.rule = .unique
    error.value = id.recordID
    let values = try? RecordEncoder(FieldTable(Self.schema)).values(of: self)
    return error.said(
      of: placesOfID().map { place in
        (Self.schema.fields[place].definition.name.text, values?[place]?.text, refusal.message)
      }
    )
  }
}

extension StoreError {
  /// The same of other fields; of the field that it has where there are none.
  fileprivate func said(of fields: [(field: String, value: String?, message: String)]) -> Self {
    let errors = fields.map { field, value, message in
      var error = self
      error.field = field
      error.value = value
      error.message = message
      return error
    }
    guard var error = errors.first else { return self }
    error.others = Array(errors.dropFirst())
    return error
  }
}
