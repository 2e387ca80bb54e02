import ByteCoding
import EventLog
import PageStore
import StoreErrors

/// The stored bytes of a log on disk, behind its back: to look at them and to damage them.
final class StoredLog {
  struct Entry: Hashable {
    let key: [UInt8]
    let value: [UInt8]
  }

  static let tables = ["meta", "commits", "definitions", "keys"]
  private let environment: Environment

  init(at folder: String, isSynced: Bool = true) throws {
    environment = try Environment.open(
      at: folder,
      Environment.Options(tables: Self.tables, isSynced: isSynced)
    )
  }

  func close() { environment.close() }

  func entries(of name: String) throws -> [Entry] {
    let table = try environment.table(name)
    return try environment.read { transaction in
      try transaction.withCursor(over: table) { cursor in
        var entries: [Entry] = []
        while try cursor.next() {
          entries.append(try cursor.withEntry { Entry(key: Array($0), value: Array($1)) })
        }
        return entries
      }
    }
  }

  func put(_ name: String, _ key: [UInt8], _ value: [UInt8]) throws {
    let table = try environment.table(name)
    try environment.write { try $0.put(table, key, value) }
  }

  func delete(_ name: String, _ key: [UInt8]) throws {
    let table = try environment.table(name)
    _ = try environment.write { try $0.delete(table, key) }
  }

  /// Makes the table hold exactly these entries.
  func replace(_ name: String, with entries: [Entry]) throws {
    let table = try environment.table(name)
    try environment.write { transaction in
      try transaction.removeAll(of: table)
      for entry in entries { try transaction.put(table, entry.key, entry.value) }
    }
  }

  /// A compact copy of the whole file in a new folder.
  func copy(to folder: String) throws { try environment.copy(to: folder) }
}
