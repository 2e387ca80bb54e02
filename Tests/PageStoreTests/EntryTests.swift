import PageStore
import StoreErrors
import Testing

@Suite("Entries")
struct EntryTests {
  @Test(
    "A value of any size comes back as it was",
    arguments: [0, 1, 2022, 2023, 4080, 4081, 8176, 8177, 65_535, 1 << 20]
  )
  func sizes(_ size: Int) throws {
    let value = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try withEnvironment { environment, table in
      try environment.write { transaction in
        try transaction.put(table, key(1), value)
        #expect(try transaction.value(of: table, key(1)) == value)
      }
      #expect(try environment.read { try $0.value(of: table, key(1)) } == value)
      #expect(try environment.read { try $0.withValue(of: table, key(1)) { $0.count } } == size)
    }
  }

  @Test("A key has 1 to 511 bytes", arguments: [1, 2, 510, 511])
  func keys(_ size: Int) throws {
    try withEnvironment { environment, table in
      let key = [UInt8](repeating: 255, count: size)
      try environment.write { transaction in try transaction.put(table, key, [1]) }
      #expect(try environment.read { try $0.contains(table, key) })
    }
  }

  @Test("Any other key is refused, and the transaction goes on", arguments: [0, 512, 5000])
  func badKeys(_ size: Int) throws {
    try withEnvironment { environment, table in
      let key = [UInt8](repeating: 1, count: size)
      try environment.write { transaction in
        #expect(code { try transaction.put(table, key, [1]) } == .tooLarge)
        #expect(code { try transaction.append(table, key: key, value: [1]) } == .tooLarge)
        #expect(code { try transaction.delete(table, key) } == .tooLarge)
        #expect(code { _ = try transaction.value(of: table, key) } == .tooLarge)
        try transaction.put(table, [9], [9])
      }
      #expect(try environment.read { try $0.count(of: table) } == 1)
    }
  }

  @Test("What is absent is nil, and not deleted")
  func absence() throws {
    try withEnvironment { environment, table in
      try environment.write { transaction in
        #expect(try transaction.value(of: table, [1]) == nil)
        #expect(try !transaction.contains(table, [1]))
        #expect(try !transaction.delete(table, [1]))
        try transaction.put(table, [1], [])
        #expect(try transaction.value(of: table, [1]) == [])
        #expect(try transaction.delete(table, [1]))
        #expect(try transaction.value(of: table, [1]) == nil)
      }
    }
  }

  @Test("Putting again replaces")
  func replacing() throws {
    try withEnvironment { environment, table in
      try environment.write { transaction in
        try transaction.put(table, [1], [1])
        try transaction.put(table, [1], [2, 2])
        #expect(try transaction.count(of: table) == 1)
      }
      #expect(try environment.read { try $0.value(of: table, [1]) } == [2, 2])
    }
  }

  @Test("Appending out of order is refused, and the transaction goes on")
  func appending() throws {
    try withEnvironment { environment, table in
      try environment.write { transaction in
        try transaction.append(table, key: [5], value: [1])
        for key: [UInt8] in [[5], [4], [4, 255]] {
          #expect(code { try transaction.append(table, key: key, value: [2]) } == .misuse)
        }
        try transaction.append(table, key: [5, 0], value: [3])
      }
      #expect(try environment.read { try $0.count(of: table) } == 2)
      #expect(try environment.read { try $0.value(of: table, [5]) } == [1])
    }
  }

  @Test("Emptying a table leaves the others")
  func emptying() throws {
    try withFolder { path in
      let environment = try Environment.open(at: path, .init(tables: ["a", "b"], isSynced: false))
      defer { environment.close() }
      let (a, b) = (try environment.table("a"), try environment.table("b"))
      try environment.write { transaction in
        for number in 0..<1000 {
          try transaction.put(a, key(number), key(number))
          try transaction.put(b, key(number), key(number))
        }
      }
      try environment.write { transaction in try transaction.removeAll(of: a) }
      #expect(try environment.read { try $0.count(of: a) } == 0)
      #expect(try environment.read { try $0.count(of: b) } == 1000)
      let sizes = try environment.statistics()
      #expect(sizes.tables.map(\.name) == ["a", "b"])
      #expect(sizes.tables.map(\.entries) == [0, 1000])
      #expect(sizes.freePages > 0)
      #expect(sizes.fileBytes >= UInt64(sizes.pageSize) * 10)
    }
  }

  @Test("A table of another store is refused")
  func foreignTable() throws {
    try withEnvironment { environment, _ in
      try withEnvironment { _, other in
        #expect(code { _ = try environment.read { try $0.value(of: other, [1]) } } == .misuse)
        #expect(code { try environment.write { try $0.put(other, [1], [1]) } } == .misuse)
        #expect(code { _ = try environment.read { try $0.count(of: other) } } == .misuse)
      }
      #expect(code { _ = try environment.table("unknown") } == .misuse)
    }
  }

  @Test("Code that only reads takes either transaction")
  func readingGenerically() throws {
    func sum(_ table: Table, in transaction: borrowing some ReadableTransaction & ~Copyable) throws
      -> Int
    {
      try transaction.withCursor(over: table) { cursor in
        var sum = 0
        while try cursor.next() { try cursor.withEntry { key, value in sum += number(key) } }
        return sum
      }
    }
    try withEnvironment { environment, table in
      try environment.fill(0..<10)
      #expect(try environment.read { try sum(table, in: $0) } == 45)
      #expect(try environment.write { try sum(table, in: $0) } == 45)
    }
  }
}
