internal import StoreErrors

/// Lets small writes return after one flush where LMDB needs two.
///
/// LMDB flushes a write's pages, which lie scattered, and then the page that leads to them. Here a write is noted whole
/// in a file beside `data.mdb`, one flush makes that durable, and LMDB commits without waiting for the disk: all
/// processes see it, as the kernel has it. A killed process loses nothing by that. A machine that stops may leave
/// `data.mdb` in any state between; the next to open it goes back to the transaction that the journal begins with and
/// does again what the frames say (`JournalRecovery`). For that
/// - everything up to the first transaction, the base, is flushed before the journal begins, and the page that leads to
///   it is kept in the journal's header;
/// - a read transaction pins the base, so that LMDB, which never changes pages that a reader may see, leaves its pages
///   as they are;
/// - whoever writes and finds a journal that it has not begun itself, as its process was killed, say, puts it away first:
///   flushes `data.mdb`, then marks the header.
///
/// All is done under LMDB's writer lock. (A redo log with checkpoints, as in Gray and Reuter, Transaction Processing,
/// 1993, chapter 10.)
final class Journal: Sendable {
  /// So many frames are followed by a new base: meanwhile no page can be used again, and the file grows.
  private static let mostFrames = 128
  /// So many small writes in a row begin a journal.
  private static let patience = 2
  /// So many more once another process's journal was met: two writers would put away each other's.
  private static let patienceWithOthers = 32

  /// A journal that this process has begun.
  private struct Own {
    let header: JournalHeader
    let pin: TransactionHandle
    var frames = 0
    /// Where the next frame goes.
    var end = JournalHeader.blockBytes
    /// Where the last one begins.
    var last = JournalHeader.blockBytes
    /// The last transaction that can be done again.
    var newest: UInt64 { header.base + UInt64(frames) }
  }

  private struct State {
    var file: OpenFile?
    var own: Own?
    /// Small writes to come before a journal is begun.
    var patience = Journal.patience
    var lastWrite = ContinuousClock.now
    /// Whether somebody waits for it to fall idle.
    var isWatched = false

    var header: JournalHeader? {
      get throws(CallFailure) {
        guard let file else { return nil }
        return try JournalHeader(of: file)
      }
    }

    mutating func forget() {
      own?.pin.abort()
      own = nil
    }
  }

  private let directory: String
  /// What the boot is called; nil where a journal could not be told from one of another boot.
  private let boot: String?
  /// Whether frames are written at all; another process's journal is put away in any case.
  private let isSynced: Bool
  // Guarded by the writer lock, and by the gate that keeps transactions out while the map grows.
  private let state = Monitor(State())

  init(in directory: String, _ options: Environment.Options) {
    self.directory = directory
    boot = options.boot
    isSynced = options.isSynced
  }

  /// Whether this process's frames are what keeps the last writes.
  var isActive: Bool { state.withLock { $0.own != nil } }

  /// When the last frame was written.
  var lastWrite: ContinuousClock.Instant { state.withLock { $0.lastWrite } }

  /// Says that the caller will look whether it has fallen idle; false where another does already.
  func watch() -> Bool {
    state.withLock { state in
      defer { state.isWatched = true }
      return !state.isWatched
    }
  }

  /// Says that nobody looks any more.
  func unwatch() { state.withLock { $0.isWatched = false } }

  /// To be called at the beginning of each write, before it can touch a page: puts away what others have left.
  func begin(_ handle: EnvironmentHandle) throws(CallFailure) {
    try state.withLock { state throws(CallFailure) in
      try open(&state)
      let header = try state.header
      if let own = state.own {
        if header == own.header { return }
        // Others have put it away.
        state.forget()
      }
      guard let header, header.isActive else { return }
      try putAway(header, &state, handle)
      state.patience = Self.patienceWithOthers
    }
  }

  /// To be called before a write is committed: makes it durable if it is small.
  ///
  /// - Returns: whether LMDB need not wait for the disk.
  func keep(
    _ record: RedoRecord,
    of transaction: UInt64,
    _ handle: EnvironmentHandle
  ) throws(CallFailure) -> Bool {
    try state.withLock { state throws(CallFailure) in
      guard isSynced, boot != nil else { return false }
      let bytes = record.bytes
      if record.isComplete, bytes.isEmpty { return false }
      guard record.isComplete else {
        if let header = state.own?.header { try putAway(header, &state, handle) }
        return false
      }
      if state.own == nil {
        state.patience -= 1
        guard state.patience <= 0 else { return false }
      }
      do {
        try makeRoom(for: bytes, after: transaction - 1, &state, handle)
        try write(bytes, transaction, &state)
        return true
      } catch {
        // LMDB's own way may still work. The frame that may be there must not come back to life.
        if let header = state.own?.header { try putAway(header, &state, handle) }
        state.patience = .max
        return false
      }
    }
  }

  /// Takes the last frame back: LMDB could not commit its write.
  func withdraw() throws(CallFailure) {
    try state.withLock { state throws(CallFailure) in
      guard var own = state.own else { return }
      try state.file?.write([UInt8](repeating: 0, count: JournalHeader.blockBytes), at: own.last)
      try state.file?.sync()
      own.end = own.last
      own.frames -= 1
      state.own = own
    }
  }

  /// Ends the journal, with the writer lock held: flushes `data.mdb` and marks the header.
  func putAway(_ handle: EnvironmentHandle) throws(CallFailure) {
    try state.withLock { state throws(CallFailure) in
      guard let header = state.own?.header else { return }
      try putAway(header, &state, handle)
    }
  }

  /// Lets go of the pinned pages: whoever writes next puts the journal away first.
  func forget() { state.withLock { $0.forget() } }

  // MARK: - Steps

  private func open(_ state: inout State) throws(CallFailure) {
    // The file itself is not asked: from then on each write would bring its times to the disk as well, which takes half
    // as long again (Linux, whose times are exact for those who look).
    if state.file != nil, JournalFile.isThere(in: directory) { return }
    state.file = try JournalFile.open(in: directory, isReadOnly: false)
  }

  private func putAway(
    _ header: JournalHeader,
    _ state: inout State,
    _ handle: EnvironmentHandle
  ) throws(CallFailure) {
    try handle.sync()
    try state.file?.write(header.putAway.bytes, at: 0)
    try state.file?.sync()
    state.forget()
    state.patience = Self.patience
  }

  /// Begins a journal, or begins it anew where it is full or does not end with the transaction before.
  private func makeRoom(
    for record: [UInt8],
    after base: UInt64,
    _ state: inout State,
    _ handle: EnvironmentHandle
  ) throws(CallFailure) {
    // What is done again ends where a transaction has no frame, so that none may follow upon a gap.
    if let own = state.own, own.newest == base, own.frames < Self.mostFrames,
      own.end + JournalFrame.byteCount(of: record) <= JournalFile.byteCount
    {
      return
    }
    try handle.sync()
    let isInPlace = state.file.map { JournalFile.isInPlace($0, in: directory) } ?? false
    if !isInPlace { state.file = try JournalFile.make(in: directory) }
    guard let boot else { return }
    let header = JournalHeader(
      generation: (try state.header?.generation ?? 0) + 1,
      boot: boot,
      base: base,
      meta: try MetaPage.read(of: base, handle)
    )
    state.forget()
    let pin = try handle.begin(isReadOnly: true)
    state.own = Own(header: header, pin: pin)
    try state.file?.write(header.bytes, at: 0)
    try state.file?.sync()
  }

  private func write(
    _ record: [UInt8],
    _ transaction: UInt64,
    _ state: inout State
  ) throws(CallFailure) {
    guard var own = state.own else { return }
    let frame = JournalFrame.bytes(of: record, own.header.generation, transaction)
    try state.file?.writeThrough(frame, at: own.end)
    own.last = own.end
    own.end += frame.count
    own.frames += 1
    state.own = own
    state.lastWrite = .now
  }
}
