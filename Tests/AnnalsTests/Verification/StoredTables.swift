import Annals
import ByteCoding
import EventLog
import Foundation
import PageStore
import StoreErrors

/// The tables of a closed store, to be damaged.
enum StoredTables {
  static let views = [
    "meta", "records", "history", "entries", "uniques", "lists", "pastRoots", "pastNodes",
    "pastPlaces", "pastPieces",
  ]
  static let log = ["meta", "commits", "definitions", "keys"]

  typealias Entry = (key: [UInt8], value: [UInt8])

  /// Changes one table of the environment in a folder: `change` gets its entries, and what it leaves is kept.
  static func change(
    _ table: String,
    at path: String,
    of tables: [String],
    _ change: (inout [Entry]) -> Void
  ) throws {
    let environment = try Environment.open(at: path, .init(tables: tables))
    defer { environment.close() }
    let table = try environment.table(table)
    try environment.write { transaction in
      var entries: [Entry] = []
      try transaction.withCursor(over: table) { cursor in
        var isThere = try cursor.first()
        while isThere {
          try cursor.withEntry { key, value in
            entries.append(
              (key.indices.map { key[$0] }, value.indices.map { value[$0] })
            )
          }
          isThere = try cursor.next()
        }
      }
      change(&entries)
      try transaction.removeAll(of: table)
      for entry in entries { try transaction.put(table, entry.key, entry.value) }
    }
  }

  /// The same for a table of the views whose values end with a checksum: it is taken off before, and put on anew
  /// afterwards.
  static func changeContent(
    of table: String,
    at path: String,
    _ change: (inout [Entry]) -> Void
  ) throws {
    try self.change(table, at: path, of: views) { entries in
      for index in entries.indices { entries[index].value.removeLast(4) }
      change(&entries)
      for index in entries.indices {
        let (key, value) = entries[index]
        let checksum = Checksum.of(value.span, seed: Checksum.of(key.span))
        var writer = ByteWriter()
        writer.appendFixed(UInt32(truncatingIfNeeded: checksum))
        entries[index].value += writer.bytes
      }
    }
  }

  /// The entries of a table.
  static func entries(_ table: String, at path: String, of tables: [String]) throws -> [Entry] {
    var found: [Entry] = []
    try change(table, at: path, of: tables) { found = $0 }
    return found
  }
}

extension Store {
  /// Compares at every point.
  func verifyEverywhere() throws -> Verification {
    var options = VerificationOptions()
    options.points = .max
    return try verify(options)
  }
}
