import PageStore
import StoreErrors
import Testing

@Suite("A cursor")
struct CursorTests {
  private enum Step {
    case first, last, next, previous, atOrAfter(Int), before(Int)

    /// Takes the step, and says where the cursor stands then.
    func take(_ cursor: inout Cursor) throws -> Int? {
      let isFound =
        switch self {
        case .first: try cursor.first()
        case .last: try cursor.last()
        case .next: try cursor.next()
        case .previous: try cursor.previous()
        case .atOrAfter(let number): try cursor.seek(atOrAfter: key(number))
        case .before(let number): try cursor.seek(before: key(number))
        }
      if isFound { return try cursor.withEntry { key, _ in number(key) } }
      #expect(code { try cursor.withEntry { _, _ in } } == .misuse)
      return nil
    }
  }

  /// Takes steps over some keys and compares where they lead, with a reader's and a writer's cursor.
  private func walk(over keys: [Int] = [10, 20, 30, 40, 50], _ steps: (Step, Int?)...) throws {
    try withEnvironment { environment, table in
      try environment.write { transaction in
        for number in keys { try transaction.put(table, key(number), [1]) }
      }
      func walk(_ cursor: inout Cursor) throws {
        let places = try steps.map { step, _ in try step.take(&cursor) }
        #expect(places == steps.map { _, place in place })
      }
      try environment.read { try $0.withCursor(over: table, walk) }
      try environment.write { try $0.withWritableCursor(over: table, walk) }
    }
  }

  @Test("walks up and down in the order of the bytes")
  func walking() throws {
    try walk(
      (.next, 10),
      (.next, 20),
      (.next, 30),
      (.next, 40),
      (.next, 50),
      (.next, nil),
      (.previous, 50),
      (.previous, 40),
      (.next, 50),
      (.previous, 40),
      (.previous, 30)
    )
    try walk((.previous, 50), (.next, nil), (.previous, 50), (.first, 10), (.previous, nil))
  }

  @Test("stays at either end")
  func ends() throws {
    try walk((.last, 50), (.next, nil), (.next, nil), (.previous, 50))
    try walk((.first, 10), (.previous, nil), (.previous, nil), (.next, 10))
  }

  @Test("seeks at or after a key, or before it")
  func seeking() throws {
    try walk((.atOrAfter(20), 20), (.atOrAfter(21), 30), (.atOrAfter(0), 10), (.next, 20))
    try walk((.before(20), 10), (.before(21), 20), (.before(99), 50), (.next, nil))
    try walk((.before(10), nil), (.previous, nil), (.next, 10))
  }

  @Test("steps back to the last entry after a seek that found nothing")
  func seekingPastTheEnd() throws {
    try walk((.atOrAfter(51), nil), (.next, nil), (.previous, 50), (.previous, 40))
  }

  @Test("finds nothing in an empty table")
  func emptyTable() throws {
    try walk(
      over: [],
      (.first, nil),
      (.last, nil),
      (.next, nil),
      (.previous, nil),
      (.atOrAfter(1), nil),
      (.previous, nil),
      (.before(1), nil),
      (.next, nil)
    )
  }

  @Test("refuses keys that cannot be", arguments: [0, 512])
  func badKeys(_ size: Int) throws {
    try withEnvironment { environment, table in
      let refusal = code {
        try environment.read { transaction in
          try transaction.withCursor(over: table) { cursor in
            _ = try cursor.seek(atOrAfter: [UInt8](repeating: 1, count: size))
          }
        }
      }
      #expect(refusal == .tooLarge)
    }
  }

  @Test("deletes every second entry while it walks", arguments: [false, true])
  func deleting(_ backwards: Bool) throws {
    try withEnvironment { environment, table in
      try environment.fill(0..<5000)
      try environment.write { transaction in
        try transaction.withWritableCursor(over: table) { cursor in
          var isOdd = false
          while try backwards ? cursor.previous() : cursor.next() {
            if isOdd { try cursor.delete() }
            isOdd.toggle()
          }
        }
      }
      let kept = try environment.keys()
      #expect(kept == (0..<5000).filter { backwards ? $0 % 2 == 1 : $0 % 2 == 0 })
    }
  }

  @Test("deletes a whole range, and the next step is the first after it")
  func deletingARange() throws {
    try withEnvironment { environment, table in
      try environment.fill(0..<5000)
      try environment.write { transaction in
        try transaction.withWritableCursor(over: table) { cursor in
          var found = try cursor.seek(atOrAfter: key(1000))
          while found, try cursor.withEntry({ key, _ in number(key) < 4000 }) {
            try cursor.delete()
            #expect(code { try cursor.withEntry { _, _ in } } == .misuse)
            found = try cursor.next()
          }
          #expect(try cursor.withEntry { key, _ in number(key) } == 4000)
          #expect(try Step.previous.take(&cursor) == 999)
        }
      }
      #expect(try environment.keys() == Array(0..<1000) + Array(4000..<5000))
    }
  }

  @Test("empties a table, from either end", arguments: [false, true])
  func deletingAll(_ backwards: Bool) throws {
    try withEnvironment { environment, table in
      try environment.fill(0..<3000)
      try environment.write { transaction in
        try transaction.withWritableCursor(over: table) { cursor in
          while try backwards ? cursor.previous() : cursor.next() { try cursor.delete() }
          #expect(try !cursor.next())
          #expect(try !cursor.previous())
        }
        #expect(try transaction.count(of: table) == 0)
      }
    }
  }

  @Test("deletes only when it is for writing")
  func deletingWithAReader() throws {
    try withEnvironment { environment, table in
      try environment.fill(0..<3)
      let refusal = code {
        try environment.read { transaction in
          try transaction.withCursor(over: table) { cursor in
            _ = try cursor.next()
            try cursor.delete()
          }
        }
      }
      #expect(refusal == .misuse)
      #expect(try environment.keys() == [0, 1, 2])
    }
  }
}
