import Annals
import Foundation
import TestSupport
import Testing

/// Two accounts whose sum every commit keeps: a read that sees half a commit sees another sum.
enum Transfers {
  static let sum: Int64 = 1000

  /// Makes the store with its accounts, in two commits.
  static func make(at path: String) throws {
    let store = try Store.create(at: path, .quick)
    defer { store.close() }
    let view = ViewDefinition("by-n", filters: [], sorts: [SortKey(field: 1)])
    try store.write([
      .define(.thing(FieldDefinition("n", .int), FieldDefinition("by", .text), views: [view]))
    ])
    try store.write([.new("x", ["n": .int(sum)]), .new("y", ["n": .int(0)])])
  }

  /// Moves something from one account to the other, so many times, each in one commit.
  static func run(_ count: Int, in store: Store, by name: String) throws {
    var random = SeededGenerator(seed: UInt64(getpid()))
    var done = 0
    while done < count {
      let (accounts, _) = try self.accounts(of: store)
      let amount = Int64(random.index(below: 100)) - 50
      let moves = zip(accounts, [amount, -amount]).map { account, amount in
        RecordOperation.set(
          account.record.id,
          ["n": .int(account.number + amount), "by": .text("\(name) \(done)")],
          ifVersion: account.record.version
        )
      }
      do {
        try store.write(moves + [.new(nil, ["by": .text(name)])])
        done += 1
      } catch let error as StoreError where error.code == .conflict {
        // The other was quicker.
      }
    }
  }

  /// Reads the accounts and complains if a read is not of one whole commit.
  @discardableResult
  static func check(_ store: Store, at point: Point = .head) throws -> Revision {
    let (accounts, revision) = try accounts(of: store, at: point)
    guard accounts.map(\.number).reduce(0, +) == sum else {
      throw StoreError(.damaged, "\(revision) shows \(accounts.map(\.number))")
    }
    return revision
  }

  private static func accounts(of store: Store, at point: Point = .head) throws -> (
    [(record: StoredRecord, number: Int64)], Revision
  ) {
    let query = Query("thing", where: .not(.isNull(field: 1)), sort: [SortKey(field: 1)])
    let page = try store.fetch(query, at: point)
    let accounts = page.records.compactMap { record in
      if case .int(let number)? = record["n"] { (record, number) } else { nil }
    }
    guard accounts.count == 2 else {
      throw StoreError(.damaged, "\(page.point.revision) shows \(accounts.count) accounts")
    }
    return (accounts, page.point.revision)
  }
}
