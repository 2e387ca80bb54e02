internal import Records

/// Where the fields of a schema have their values in records of one definition.
struct RecordLayout: Sendable {
  /// For each field its place among the record's values, or behind them among those that are converted; negative where
  /// it has none.
  var columns: [Int] = []
  /// The fields whose values are made from others, with the places of these.
  var conversions: [(field: ExactString, source: Int, conversion: FieldConversion)] = []

  /// A record's values, with the converted ones behind them.
  ///
  /// - Throws: `StoreError` (`badData`) for a value that cannot be converted.
  func converting(_ values: [Value?]) throws -> [Value?] {
    try values
      + conversions.map { field, source, conversion in
        try conversion.value(of: values[source], for: field)
      }
  }
}
