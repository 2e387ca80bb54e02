import Annals
import EventLog
import Records
import StoreErrors

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Prints events as they are committed, until somebody stops it.
///
/// What is printed reaches the reader before the position is kept. So whatever ends the process in between, the
/// next to begin there repeats a little, and leaves nothing out.
struct Follower {
  /// Where to begin.
  enum Start {
    /// Behind a revision.
    case after(Revision)
    /// With the last so many events of some revisions, then behind these.
    case last(Int, RevisionSpan)
  }

  /// How many events there are to begin with.
  static let firstEvents = 10

  /// How long a signal, or that the reader has gone, may go unnoticed while nothing is committed.
  private static let patience = Duration.milliseconds(100)
  /// So many events are printed before the position is kept, where many are there at once.
  private static let mostUnkept = 1000

  private let store: Store
  private let filter: EventFilter
  private let output: Output
  private let position: PositionFile?
  /// Whether it goes on at the end of the log.
  var waits = true
  /// The last commit that was looked through.
  private var known = Revision.zero
  /// The last commit that the position names.
  private var kept: Revision?

  /// Prepares following.
  ///
  /// - Parameter path: the file that keeps the position, if any does.
  init(_ store: Store, _ filter: EventFilter, _ context: Context, positionAt path: String?) throws {
    self.store = store
    self.filter = filter
    output = context.output
    position = path.map { PositionFile(at: $0, of: store.identity) }
    kept = try position?.read(head: store.head().revision)
  }

  /// Prints the first events, then each new one.
  ///
  /// - Throws: `Stopped` where a signal ended it, `ClosedPipe` where its reader has gone, and `StoreError`.
  mutating func run(from start: Start, into sink: inout any EventSink) throws {
    Interruption.watch([SIGINT, SIGTERM])
    try begin(from: start, into: &sink)
    try keep(&sink)
    while !Interruption.hasCome {
      let head =
        try waits
        ? store.waitForCommit(after: known, timeout: Self.patience) : store.head().revision
      if head > known {
        try printCommits(through: head, into: &sink)
      } else if waits {
        try output.data.checkReader()
        try checkPlace()
      } else {
        break
      }
    }
    try sink.finish()
    try output.data.flush()
    if let signal = Interruption.signalNumber { throw Stopped(signal: signal) }
  }

  private mutating func begin(from start: Start, into sink: inout any EventSink) throws {
    if let kept {
      known = kept
      return try output.whisper("behind \(kept), which \(position?.path.quoted ?? "") names")
    }
    var first: [Event] = []
    switch start {
    case .after(let revision): known = revision
    case .last(let count, let revisions):
      first = try LogOptions.last(count, of: filter, in: revisions, of: store)
      // With a first revision that is still to come, those before it are passed over.
      known = max(revisions.last, Revision(revisions.first.rawValue - 1))
    }
    // A file that cannot be written is found out before anything is printed.
    try position?.keep(known)
    kept = known
    for event in first { try sink.print(event) }
  }

  /// Finds out that what is followed is no longer what its path leads to: nothing would ever come.
  private func checkPlace() throws {
    guard try !store.isInPlace else { return }
    throw StoreError(
      .noStore,
      "the store was moved away or replaced while it was followed",
      hints: ["begin again; --position tells where, if it is the same store"]
    )
  }

  /// Prints commits that are there, whole ones only.
  private mutating func printCommits(through head: Revision, into sink: inout any EventSink) throws
  {
    var unkept = 0
    try store.events(in: known.next...head) { event in
      if filter.accepts(event) { try sink.print(event) }
      unkept += 1
      guard event.isLastOfCommit else { return true }
      known = event.commit.revision
      if unkept >= Self.mostUnkept {
        try keep(&sink)
        unkept = 0
      }
      return !Interruption.hasCome
    }
    try keep(&sink)
  }

  /// Lets the reader have what was printed, and then keeps the position.
  private mutating func keep(_ sink: inout any EventSink) throws {
    try sink.pause()
    try output.data.flush()
    guard kept != known else { return }
    try position?.keep(known)
    kept = known
  }
}
