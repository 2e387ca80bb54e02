import PageStore
import StoreErrors
import Testing

private struct Stop: Error {}

@Suite("A transaction")
struct TransactionTests {
  @Test("that throws changes nothing, and its error comes out as it is")
  func aborting() throws {
    try withEnvironment { environment, table in
      try environment.fill(0..<3)
      #expect(throws: Stop.self) {
        try environment.write { transaction in
          try transaction.put(table, key(9), [9])
          try transaction.delete(table, key(0))
          throw Stop()
        }
      }
      #expect(try environment.keys() == [0, 1, 2])
      #expect(throws: Stop.self) { try environment.read { _ in throw Stop() } }
    }
  }

  @Test("that reads sees one snapshot, whatever is written meanwhile")
  func snapshots() throws {
    try withEnvironment { environment, table in
      try environment.fill(0..<10)
      try environment.read { transaction in
        let snapshot = transaction.snapshot
        let writer = Background {
          try environment.fill(10..<20)
          try environment.write { try $0.removeAll(of: table) }
        }
        writer.wait()
        let count = try transaction.count(of: table)
        #expect(count == 10)
        #expect(transaction.snapshot == snapshot)
        #expect(try environment.lastTransaction() == snapshot + 2)
        #expect(try environment.read { $0.snapshot } == snapshot + 2)
      }
      #expect(try environment.keys().isEmpty)
    }
  }

  @Test("sees every commit made before it began, though reads are reused")
  func reuse() throws {
    try withEnvironment { environment, table in
      for number in 0..<200 {
        try environment.fill(number..<number + 1)
        #expect(try environment.read { try $0.count(of: table) } == UInt64(number + 1))
      }
      #expect(try environment.readers().isEmpty)
    }
  }

  @Test("may not write inside a write, and says so instead of waiting for itself")
  func reentrancy() throws {
    try withEnvironment { environment, table in
      try environment.write { transaction in
        try transaction.put(table, [1], [1])
        #expect(code { try environment.write { _ in } } == .misuse)
      }
      #expect(try environment.read { try $0.contains(table, [1]) })
    }
  }

  @Test("may read inside a write, and sees what was before it")
  func readingInsideAWrite() throws {
    try withEnvironment { environment, table in
      try environment.write { transaction in
        try transaction.put(table, [1], [1])
        #expect(try environment.read { try $0.count(of: table) } == 0)
      }
      #expect(try environment.read { try $0.count(of: table) } == 1)
    }
  }

  @Test("may read inside a read")
  func readingInsideARead() throws {
    try withEnvironment { environment, table in
      try environment.read { outer in
        try environment.fill(0..<5)
        #expect(try outer.count(of: table) == 0)
        #expect(try environment.read { try $0.count(of: table) } == 5)
        #expect(try environment.readers().count == 1)
      }
    }
  }

  @Test("that writes is alone: threads take turns")
  func turns() throws {
    try withEnvironment { environment, table in
      let threads = (0..<8).map { _ in
        Background {
          for _ in 0..<50 {
            try environment.write { transaction in
              let old = try transaction.withValue(of: table, [0]) { number($0) } ?? 0
              try transaction.put(table, [0], key(old + 1))
            }
          }
        }
      }
      threads.forEach { $0.wait() }
      let sum = try environment.read { try $0.withValue(of: table, [0]) { number($0) } }
      #expect(sum == 400)
    }
  }

  @Test("writes again after one has failed for its arguments")
  func goingOn() throws {
    try withEnvironment { environment, table in
      #expect(code { try environment.write { try $0.put(table, [], []) } } == .tooLarge)
      try environment.write { try $0.put(table, [1], []) }
      #expect(try environment.read { try $0.count(of: table) } == 1)
    }
  }

  @Test("of a read-only environment cannot write")
  func readOnly() throws {
    try withFolder { path in
      try Environment.open(at: path, .small()).close()
      let environment = try Environment.open(at: path, .small(isReadOnly: true))
      defer { environment.close() }
      #expect(code { try environment.write { _ in } } == .readOnly)
      #expect(try environment.keys().isEmpty)
    }
  }
}
