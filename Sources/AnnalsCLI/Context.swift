import Annals
import EventLog
import PageStore
import StoreErrors
import Records

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a command works with: where the store lies, who acts, which zone and clock, and where output goes.
struct Context: Sendable {
  /// The variables of the environment.
  let environment: [String: String]
  /// Where output goes.
  let output: Output
  /// The zone in which times are read and shown.
  let zone: Zone
  /// What the clock said when the command began.
  let now: Instant
  private let storeArgument: String?
  private let actorArgument: String?

  /// Gathers what the command line and the environment say.
  ///
  /// - Throws: `StoreError` (`usage`) for an unknown time zone.
  init(
    _ invocation: Invocation,
    output: Output,
    environment: [String: String],
    now: Instant
  ) throws(StoreError) {
    self.environment = environment
    self.output = output
    self.now = now
    storeArgument = invocation[.store]
    actorArgument = invocation[.actor]
    if let name = invocation[.timeZone] {
      zone = try Zone(named: name, environment: environment)
    } else {
      zone = Zone.current(environment: environment)
    }
  }

  /// Who acts.
  var actor: String {
    if let actorArgument { return actorArgument }
    if let name = environment["ANNALS_ACTOR"], !name.isEmpty { return name }
    return getpwuid(getuid()).map { String(cString: $0.pointee.pw_name) } ?? "uid \(getuid())"
  }

  /// Understands points in history.
  var points: PointReader { PointReader(zone: zone, now: now) }
}

// MARK: The store

extension Context {
  /// The folder that a store has where none is named.
  static let storeName = ".annals"

  /// Where the store lies: what was named, else the nearest one upward from here.
  ///
  /// - Throws: `StoreError` (`noStore`).
  func storePath() throws(StoreError) -> String {
    let files = FileManager.default
    if let named = namedStore {
      // Nothing but the root of the file system would be inside an empty name.
      guard !named.isEmpty else { return named }
      // A folder that holds a store stands for it.
      let inside = named + "/" + Self.storeName
      return !Self.isStore(named) && Self.isStore(inside) ? inside : named
    }
    var folder = files.currentDirectoryPath
    while true {
      let inside = (folder == "/" ? "" : folder) + "/" + Self.storeName
      if files.fileExists(atPath: inside) { return inside }
      if Self.isStore(folder) { return folder }
      guard folder != "/", let slash = folder.lastIndex(of: "/") else { break }
      folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
    }
    throw StoreError(
      .noStore,
      "there is no store here or in any folder above (\(files.currentDirectoryPath))",
      hints: ["make one with `annals init`, or name one with --store DIR"]
    )
  }

  /// The store that the command line or the environment names.
  var namedStore: String? {
    if let storeArgument { return storeArgument }
    return environment["ANNALS_STORE"].flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func isStore(_ path: String) -> Bool {
    Store.exists(at: path)
  }

  /// Opens the store for a command that writes.
  ///
  /// - Throws: `StoreError` as `Store.open` does.
  func storeForWriting() throws -> Store { try open(Store.Options()) }

  /// Opens the store for a command that only reads, which a folder that cannot be written allows too.
  ///
  /// - Throws: `StoreError` as `Store.open` does.
  func storeForReading() throws -> Store {
    do { return try open(Store.Options()) } catch let error as StoreError
      where error.code == .permission || error.code == .readOnly
    {
      var options = Store.Options()
      options.isReadOnly = true
      return try open(options)
    }
  }

  private func open(_ options: Store.Options) throws -> Store {
    let path = try storePath()
    try output.whisper("store \(path)")
    var options = options
    let bar = ProgressBar("bringing the views up to date", output)
    options.viewsProgress = { done, total in
      bar.update(done: done, total: total)
      // What the command itself prints comes next.
      if done >= total { bar.finish() }
    }
    return try Store.open(at: path, options)
  }
}

// MARK: The point and the type that reading commands read at

extension Context {
  /// The point of `--at`, made fast to a revision and said on the messages' side; the head without it.
  ///
  /// - Throws: `StoreError` (`usage`) for a point that is not understood; as `Store.resolve` does.
  func point(_ invocation: Invocation, in store: Store) throws -> Point {
    guard let text = invocation[.at] else { return .head }
    let point = try points.point(text)
    let resolved = try store.resolve(point)
    try output.say("as of \(zone.text(resolved))")
    return .revision(resolved.revision)
  }

  /// A type as it was defined at a point.
  ///
  /// - Throws: `StoreError`: `notFound` where it was not yet defined then; `usage` where it never was.
  func type(_ name: String, at point: Point, in store: Store) throws -> TypeDefinition {
    let name = ExactString(name)
    do { return try store.type(name, at: point) } catch let error as StoreError
      where error.code == .usage && point != .head
    {
      // Unknown now as well: then that is the error to report.
      _ = try store.type(name)
      throw StoreError(
        .notFound,
        "the type \(name) was not yet defined at \(try store.resolve(point).revision)",
        hints: ["annals log \(name) --op define --oneline tells since when it is"]
      )
    }
  }
}
