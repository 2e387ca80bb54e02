/// What reads a foreign source and makes windows of it.
protocol ImportReader: SendableMetatype {
  /// What is written with one flush.
  associatedtype Window: Sendable

  /// The next window; nil at the end.
  ///
  /// - Throws: `StoreError` with the line that ends the import. What came before it was handed out.
  mutating func next() throws -> Window?
}
