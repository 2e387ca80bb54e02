import Records

/// What takes events to be printed, one after the other.
protocol EventSink {
  /// Prints an event, or keeps it until its commit is whole.
  mutating func print(_ event: Event) throws

  /// Prints what was kept: nothing is known to come soon.
  mutating func pause() throws

  /// Prints what is left to print.
  mutating func finish() throws
}
