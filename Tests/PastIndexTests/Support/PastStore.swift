import ByteCoding
import EventLog
import Foundation
import PageStore
import StoreErrors
@testable import Records

/// A past in a folder of its own, which is deleted afterwards.
func withPast<R>(_ body: (PastStore) throws -> R) throws -> R {
  let path = NSTemporaryDirectory() + "annals-past-" + UUID().uuidString
  try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: path) }
  let store = try PastStore(path)
  defer { store.close() }
  return try body(store)
}

/// An environment with the tables of the past.
final class PastStore {
  let path: String
  private(set) var environment: Environment
  private(set) var past: PastIndex

  init(_ path: String) throws {
    self.path = path
    environment = try Environment.open(
      at: path,
      Environment.Options(tables: PastIndex.tableNames, isSynced: false)
    )
    past = try PastIndex(environment)
  }

  func close() { environment.close() }

  func reopen() throws {
    environment.close()
    environment = try Environment.open(
      at: path,
      Environment.Options(tables: PastIndex.tableNames, isSynced: false)
    )
    past = try PastIndex(environment)
  }

  func apply(_ changes: PastChanges, to index: UInt64 = 1) throws {
    try environment.write { try past.apply(changes, to: index, in: &$0) }
  }

  /// What an index held at a revision, at most so many entries, and how many nodes were read for it.
  func entries(
    of index: UInt64 = 1,
    at revision: UInt64,
    from lower: [UInt8] = [],
    through upper: [UInt8] = [],
    limit: Int = .max
  ) throws -> (entries: [Entry], nodesRead: Int) {
    try environment.read { transaction in
      var entries: [Entry] = []
      let nodesRead = try past.forEach(
        of: index,
        at: Revision(revision),
        from: lower,
        through: upper,
        in: transaction
      ) { key, mark in
        entries.append(Entry(key: Array(key), mark: mark))
        return entries.count < limit
      }
      return (entries, nodesRead)
    }
  }
}

/// An entry as a read hands it out.
struct Entry: Equatable {
  var key: [UInt8]
  var mark: UInt32
}
