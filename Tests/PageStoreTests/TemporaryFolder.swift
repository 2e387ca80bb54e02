import Foundation
import PageStore
import StoreErrors
import Testing

/// Runs `body` with the path of a new, empty folder, and deletes that afterwards.
func withFolder<R>(_ body: (String) throws -> R) throws -> R {
  let path = try makeFolder()
  defer { try? FileManager.default.removeItem(atPath: path) }
  return try body(path)
}

/// The same for a body that waits.
func withFolder<R>(
  isolation: isolated (any Actor)? = #isolation,
  _ body: (String) async throws -> R
) async throws -> R {
  let path = try makeFolder()
  defer { try? FileManager.default.removeItem(atPath: path) }
  return try await body(path)
}

private func makeFolder() throws -> String {
  let path = NSTemporaryDirectory() + "annals-" + UUID().uuidString
  try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  return path
}

/// Runs `body` with a new environment that has one table.
func withEnvironment<R>(
  mapBytes: Int = 64 << 30,
  deadline: Duration = .seconds(30),
  _ body: (Environment, Table) throws -> R
) throws -> R {
  try withFolder { path in
    let environment = try Environment.open(
      at: path,
      .small(mapBytes: mapBytes, deadline: deadline)
    )
    defer { environment.close() }
    return try body(environment, environment.table("entries"))
  }
}

extension Environment.Options {
  /// Options with one table, not synced, as no test cuts the power.
  static func small(
    isReadOnly: Bool = false,
    mapBytes: Int = 64 << 30,
    deadline: Duration = .seconds(30)
  ) -> Self {
    Self(
      tables: ["entries"],
      isReadOnly: isReadOnly,
      isSynced: false,
      initialMapBytes: mapBytes,
      growthDeadline: deadline
    )
  }
}

extension Environment {
  /// The one table of `Options.small`.
  var entries: Table { get throws { try table("entries") } }

  /// Stores values of so many bytes under the keys from `first` on, in one write.
  func fill(_ keys: Range<Int>, bytes: Int = 100) throws {
    let table = try entries
    try write { transaction in
      for number in keys {
        try transaction.put(
          table,
          key(number),
          [UInt8](repeating: UInt8(number & 0xFF), count: bytes)
        )
      }
    }
  }

  /// All keys of the one table, as numbers.
  func keys() throws -> [Int] {
    let table = try entries
    return try read { transaction in
      try transaction.withCursor(over: table) { cursor in
        var keys: [Int] = []
        while try cursor.next() { try cursor.withEntry { key, _ in keys.append(number(key)) } }
        return keys
      }
    }
  }
}

/// A key whose bytes have the number's order.
func key(_ number: Int) -> [UInt8] {
  (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
}

/// The number of a key.
func number(_ key: Span<UInt8>) -> Int {
  key.indices.reduce(0) { $0 << 8 | Int(key[$1]) }
}

/// Work on a thread of its own, which may block.
final class Background: Sendable {
  private let isDone = DispatchSemaphore(value: 0)

  /// Begins the work; an error of it is recorded as an issue of the test.
  init(_ body: @escaping @Sendable () throws -> Void) {
    // The test that an issue belongs to is known to its own tasks only.
    let test = Test.current
    Thread.detachNewThread { [isDone] in
      do {
        try body()
      } catch {
        Issue.record(error, "in a thread of \(test?.name ?? "a test")")
      }
      isDone.signal()
    }
  }

  /// Waits until the work is done.
  func wait() { isDone.wait() }
}

/// A flag that one thread raises and another waits for.
final class Flag: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  func raise() { semaphore.signal() }
  func wait() { semaphore.wait() }
}

/// The store's error that `body` throws; nil if it throws none.
func refusal(_ body: () throws -> Void) -> StoreError? {
  do {
    try body()
    return nil
  } catch {
    return error as? StoreError
  }
}

/// The code of the store's error that `body` throws; nil if it throws none.
func code(_ body: () throws -> Void) -> StoreError.Code? { refusal(body)?.code }
