package import EventLog
package import PageStore
internal import StoreErrors
internal import Synchronization

/// The views of a store: opened when first needed, brought up to the log's head before each read, and made anew
/// where they are damaged, foreign, ahead of the log or gone.
package final class Views: Sendable {
  /// The log that the views show.
  package let log: any EventLog
  let directory: ViewsDirectory
  let snapshots: Snapshots?
  let batchEvents: Int
  /// Told how far the views have come, where nobody else is.
  let progress: Progress?
  /// How many events a snapshot must spare for lost views to begin from it.
  let restoreEvents: UInt64
  private let state = Mutex(State())
  /// What waited when it was looked at last.
  let tail = Mutex<Tail?>(nil)
  private let aside = CatchUpAside()

  private struct State {
    var store: ViewStore?
    var isReadOnly = false
    var catalog = Catalog()
    var isClosed = false
    /// Grows when the views were replaced by others.
    var generation = 0
  }

  /// What a read of the views sees.
  package struct Sight {
    package let store: ViewStore
    package let applied: ViewStore.Applied
    /// The definitions, up to `applied` at least.
    package let catalog: Catalog
    /// What has happened since `applied`; nil where the read is of that.
    package var tail: Tail?

    /// The last revision that is seen.
    package var revision: Revision { tail?.head.revision ?? applied.revision }
  }

  /// Makes the views of a log.
  ///
  /// - Parameters:
  ///   - directory: where they lie.
  ///   - batchEvents: how many events are sorted in memory at once.
  ///   - restoreEvents: how many events a snapshot must spare for lost views to begin from it.
  ///   - progress: told how far the views have come, whenever a read must first bring them up to the log's head.
  package init(
    of log: any EventLog,
    in directory: ViewsDirectory,
    snapshots: Snapshots?,
    batchEvents: Int,
    restoreEvents: UInt64,
    progress: Progress? = nil
  ) {
    self.log = log
    self.directory = directory
    self.snapshots = snapshots
    self.batchEvents = max(batchEvents, 1)
    self.restoreEvents = max(restoreEvents, 1)
    self.progress = progress
  }

  /// Reads the views once they show every commit made before the call.
  package func read<R>(_ body: (borrowing ReadTransaction, Sight) throws -> R) throws -> R {
    try mending {
      try catchUp()
      return try readOnce(body)
    }
  }

  /// Reads the views once they show every commit made before the call, and mends nothing: what is damaged in them is
  /// thrown and stays as it is.
  ///
  /// - Parameter body: called once more where other views took the place of these meanwhile.
  package func readUnmended<R>(_ body: (borrowing ReadTransaction, Sight) throws -> R) throws -> R {
    while true {
      let before = generation
      do {
        try catchUp()
        return try readOnce(body)
      } catch let error as StoreError where error.code == .closed && generation != before {}
    }
  }

  /// Reads the views as they are, which may be behind the log.
  package func readAsIs<R>(_ body: (borrowing ReadTransaction, Sight) throws -> R) throws -> R {
    try mending { try readOnce(body) }
  }

  func readOnce<R>(_ body: (borrowing ReadTransaction, Sight) throws -> R) throws -> R {
    let store = try current()
    return try store.environment.read { transaction in
      let applied = try store.applied(in: transaction)
      let catalog = try catalog(to: applied.revision)
      return try body(transaction, Sight(store: store, applied: applied, catalog: catalog))
    }
  }

  /// Begins to bring the views up to the log's head on another thread, unless that is under way.
  ///
  /// Should it fail, whoever needs the views next meets the same fault and says so.
  func beginCatchUp() { aside.begin { _ = try? self.catchUpHere(filling: .some) { _, _ in } } }

  /// Waits for what `beginCatchUp` began.
  func finishCatchUp() { aside.wait() }

  /// Brings the views up to the log's head.
  ///
  /// - Parameter filling: how much is filled of the views that came to records that were there already.
  /// - Returns: how many events were taken in.
  @discardableResult
  package func catchUp(filling: Filling = .some, progress: Progress? = nil) throws -> UInt64 {
    // What is half done already is not begun once more.
    aside.wait()
    return try catchUpHere(filling: filling, progress: progress)
  }

  private func catchUpHere(filling: Filling, progress: Progress?) throws -> UInt64 {
    let head = try log.head()
    let store = try current()
    let isReadOnly = state.withLock { $0.isReadOnly }
    if isReadOnly {
      let applied = try store.environment.read { try store.applied(in: $0) }
      if applied.revision >= head.revision { return 0 }
      let copy = try directory.privateCopy(of: store)
      replace(by: copy)
      return try catchUpHere(filling: filling, progress: progress)
    }
    do {
      return try bring(store, to: head, filling: filling, progress: progress)
    } catch let error as StoreError where error.code == .diskFull {
      // The temporary folder is often elsewhere, and reading must go on.
      guard let copy = try? directory.privateCopy(of: store) else { throw error }
      replace(by: copy)
      return try bring(copy.store, to: head, filling: filling, progress: progress)
    }
  }

  /// Brings some views of this log up to a head of it.
  ///
  /// - Returns: how many events were taken in.
  @discardableResult
  func bring(
    _ store: ViewStore,
    to head: LogHead,
    filling: Filling,
    progress: Progress? = nil
  ) throws -> UInt64 {
    try store.catchUp(
      with: log,
      to: head,
      batchEvents: batchEvents,
      definitions: catalog,
      filling: filling,
      progress: progress ?? self.progress
    )
  }

  /// The definitions up to a revision at least.
  package func catalog(to revision: Revision) throws -> Catalog {
    let known = state.withLock { $0.catalog }
    if known.revision >= revision { return known }
    var updated = known
    try updated.update(from: log, to: revision)
    return state.withLock { state in
      if updated.revision > state.catalog.revision { state.catalog = updated }
      return updated
    }
  }

  /// A number that changes whenever the views were replaced by others.
  package var generation: Int { state.withLock { $0.generation } }

  /// The views that serve and can be written; nil where none were needed yet.
  var serving: ViewStore? { state.withLock { $0.isReadOnly ? nil : $0.store } }

  /// Puts finished views in the place of those that serve.
  func put(_ next: ViewStore) throws {
    replace(by: try directory.put(next))
  }

  /// Ends the use of the views.
  package func close() {
    let store = state.withLock { state in
      state.isClosed = true
      defer { state.store = nil }
      return state.store
    }
    store?.close()
    aside.wait()
    directory.removePrivate()
  }

  /// Puts other views in the place of those that serve, which end with the reads that are still in them.
  private func replace(by new: (store: ViewStore, isReadOnly: Bool)) {
    let old = state.withLock { state in
      // Nobody would close what comes after the end.
      guard !state.isClosed else { return ViewStore?.some(new.store) }
      defer {
        state.store = new.store
        state.isReadOnly = new.isReadOnly
        state.generation += 1
      }
      return state.store
    }
    old?.close()
  }

  func current() throws -> ViewStore {
    let known = try state.withLock { state in
      guard !state.isClosed else {
        throw StoreError(.closed, "the store was closed", hints: ["open it again"])
      }
      return state.store
    }
    if let known { return known }
    let opened = try directory.open(for: log)
    guard try closingOnFailure(opened.store, { try $0.isSound(for: log) }) else {
      // Whatever it is, it is set aside and never shown.
      opened.store.close()
      if opened.isReadOnly {
        let own = try directory.privateStore()
        try closingOnFailure(own, restore)
        replace(by: (own, false))
      } else {
        try remakeFromSnapshot()
      }
      return try current()
    }
    if !opened.isReadOnly { try closingOnFailure(opened.store, restore) }
    let isFirst = state.withLock { state in
      // Another thread may have come first, or closed the store.
      guard state.store == nil, !state.isClosed else { return false }
      state.store = opened.store
      state.isReadOnly = opened.isReadOnly
      return true
    }
    if isFirst { return opened.store }
    opened.store.close()
    return try current()
  }

  /// Lets views that show nothing yet begin from a snapshot, if one spares enough.
  func restore(_ store: ViewStore) throws {
    try store.restore(from: snapshots, of: log, worth: restoreEvents, progress: progress)
  }

  /// Runs some work upon views that nobody uses yet, which are closed where it fails: views that stay open in a
  /// process cannot be opened there in another way.
  private func closingOnFailure<R>(_ store: ViewStore, _ work: (ViewStore) throws -> R) throws -> R
  {
    do { return try work(store) } catch {
      store.close()
      throw error
    }
  }
}
