package import Annals
internal import StoreErrors

/// Imports Debezium change events: JSON Lines of envelopes, as CDC connectors write them.
package enum DebeziumImport {
  /// Reads a source to its end and writes what it says.
  ///
  /// Rows are taken as whole: a field that a row lacks becomes missing. A field whose value is
  /// `__debezium_unavailable_value` keeps what it held. A row that does not live yet is created whatever its op.
  /// Types and fields that are not there are inferred (`ImportSummary.inferred`); kinds that an import chose
  /// widen when later values need it.
  ///
  /// - Parameters:
  ///   - source: the lines; nobody else may read them.
  ///   - store: where to.
  ///   - stream: what the user says of the stream.
  ///   - options: what every import can be told.
  /// - Returns: what was done.
  /// - Throws: `StoreError`: `badData` with the line and field at fault; `conflict` where the source was imported
  ///   before and the import does not resume; `cancelled`; and as `Store.write`. The commits before the fault
  ///   stay, nothing of the commit at fault does.
  /// - Complexity: O(bytes), in memory for a few windows (`ImportOptions.eventsPerFlush`) and the largest commit.
  package static func run(
    from source: sending LineSource,
    into store: Store,
    _ stream: DebeziumOptions,
    _ options: ImportOptions
  ) throws -> ImportSummary {
    let name = ImportSource(
      format: "debezium",
      options: stream.parts,
      beginning: try source.peek()
    )
    let place = try name.place(in: store, isResuming: options.isResuming) ?? 0
    guard try source.skip(place) else {
      throw StoreError(
        .badData,
        "the source ends before line \(place), up to which it was imported",
        hints: ["give the whole source: what was imported is passed over"]
      )
    }
    let reader = DebeziumReader(source, stream, options, types: try TypeGuesses(of: store))
    return try ImportRun(store: store, source: name, options: options).run(reader)
  }
}
