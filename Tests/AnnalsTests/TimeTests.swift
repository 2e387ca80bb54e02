import Annals
import Testing

/// Times of commits, points in history, and what is known of a record at a point.
@Suite struct TimeTests {
  private func time(_ seconds: Int64, _ nanoseconds: UInt32 = 0) -> Instant {
    Instant(seconds: seconds, nanoseconds: nanoseconds) ?? .distantPast
  }

  private func things() throws -> TypeDefinition { try .thing(FieldDefinition("n", .int)) }

  @discardableResult
  private func write(_ store: Store, _ time: CommitTime, _ operations: [RecordOperation]) throws
    -> Instant
  {
    var options = Store.WriteOptions()
    options.time = time
    return try #require(try store.write(operations, options).time)
  }

  @Test func `a clock that steps back never takes the store's time back`() throws {
    try withStore { store in
      #expect(try write(store, .live(time(100)), [.define(things())]) == time(100))
      #expect(try write(store, .live(time(50)), [.new("a")]) == time(100, 1))
      #expect(try write(store, .live(time(100, 1)), [.new("b")]) == time(100, 2))
      #expect(try write(store, .live(time(200)), [.new("c")]) == time(200))
      let header = try store.commit(Revision(2)).header
      #expect(header.clock == time(50) && header.isClockStep && !header.isImported)
      #expect(try !store.commit(Revision(4)).header.isClockStep)
      #expect(try store.record("a")?.created == time(100, 1))
    }
  }

  @Test func `imported times are kept, raised where they are earlier, and may be equal`() throws {
    try withStore { store in
      try write(store, .source(time(-1000)), [.define(things())])
      #expect(try write(store, .source(time(300)), [.new("a", ["n": .int(1)])]) == time(300))
      #expect(try write(store, .source(time(300)), [.set("a", ["n": .int(2)])]) == time(300))
      #expect(try write(store, .source(time(7)), [.set("a", ["n": .int(3)])]) == time(300))
      #expect(try write(store, .source(.distantFuture), [.remove("a")]) == .distantFuture)
      #expect(try write(store, .live(time(1)), [.new("a")]) == .distantFuture)
      let header = try store.commit(Revision(4)).header
      #expect(header.isImported && header.clock == time(7) && header.isClockStep)
      // The last of several at one time is what that time shows.
      #expect(try store.resolve(.instant(time(300))).revision == Revision(4))
      #expect(try store.record("a", at: .instant(time(300)))?["n"] == .int(3))
      #expect(try store.record("a", at: .revision(Revision(2)))?["n"] == .int(1))
      #expect(try store.resolve(.instant(.distantFuture)).revision == Revision(6))
    }
  }

  @Test func `an instant is the last revision not after it, and the answer says which`() throws {
    try withStore { store in
      #expect(try store.resolve(.head).revision == .zero)
      #expect(try store.resolve(.instant(.distantFuture)).revision == .zero)
      try write(store, .live(time(100)), [.define(things())])
      try write(store, .live(time(200)), [.new("a", ["n": .int(1)])])
      try write(store, .live(time(300)), [.set("a", ["n": .int(2)])])
      for (instant, revision) in [
        (time(99, 999_999_999), 0), (time(100), 1), (time(199, 999_999_999), 1), (time(200), 2),
        (time(200, 1), 2), (time(300), 3), (.distantFuture, 3), (.distantPast, 0),
      ] as [(Instant, UInt64)] {
        let resolved = try store.resolve(.instant(instant))
        #expect(resolved == ResolvedPoint(revision: Revision(revision), time: instant))
      }
      #expect(try store.resolve(.revision(Revision(2))).time == time(200))
      #expect(try store.resolve(.head) == ResolvedPoint(revision: Revision(3), time: time(300)))
      #expect(code { _ = try store.resolve(.revision(Revision(4))) } == .notFound)
      #expect(code { _ = try store.commit(Revision(4)) } == .notFound)
      #expect(code { _ = try store.commit(.zero) } == .notFound)
      let page = try store.fetch(Query("thing"), at: .instant(time(250)))
      #expect(page.point.revision == Revision(2) && page.records.first?["n"] == .int(1))
    }
  }

  @Test func `before the first commit there is no type, and nothing to list`() throws {
    try withStore { store in
      try write(store, .live(time(100)), [.define(things()), .new("a")])
      for point in [Point.revision(.zero), .instant(time(99))] {
        #expect(try store.types(at: point).isEmpty)
        #expect(code { _ = try store.fetch(Query("thing"), at: point) } == .usage)
        #expect(code { _ = try store.lookup("thing", "a", at: point) } == .usage)
        var count = 0
        let replay = try store.replay(to: point) { _ in
          count += 1
          return true
        }
        #expect(count == 0 && replay.point.revision == .zero && replay.events == 0)
      }
    }
  }

  @Test func `not yet created, deleted and never existed are three answers`() throws {
    try withStore { store in
      try write(store, .live(time(100)), [.define(things())])
      try write(store, .live(time(200)), [.new("a", ["n": .int(1)])])
      try write(store, .live(time(300)), [.set("a", ["n": .int(2)]), .remove("a")])
      try write(store, .live(time(400)), [.new("a", ["n": .int(4)])])
      func answer(_ id: ExactString, _ seconds: Int64) throws -> String {
        switch try store.lookup("thing", id, at: .instant(time(seconds))) {
        case .found(let record):
          "v\(record.version) life \(record.life) n \((record["n"] ?? .null).text)"
        case .deleted(let last, let event):
          "was v\(last.version) n \((last["n"] ?? .null).text), deleted \(event.position.revision)"
        case .notYetCreated(let event): "comes \(event.position.revision)"
        case .neverExisted: "never"
        }
      }
      #expect(try answer("a", 100) == "comes r2")
      #expect(try answer("a", 299) == "v1 life 1 n 1")
      #expect(try answer("a", 300) == "was v2 n 2, deleted r3")
      #expect(try answer("a", 400) == "v4 life 2 n 4")
      #expect(try answer("b", 100) == "never")
      #expect(try answer("b", 400) == "never")
      #expect(try store.version(3, of: "thing", "a").record == nil)
      for number: UInt64 in [0, 5, .max] {
        #expect(code { _ = try store.version(number, of: "thing", "a") } == .notFound)
      }
      #expect(code { _ = try store.version(1, of: "thing", "b") } == .notFound)
    }
  }

  @Test func `a reader waits for the next commit, and no longer than it said`() throws {
    try withStore(things()) { store in
      #expect(try store.waitForCommit(after: Revision(1), timeout: .zero) == Revision(1))
      #expect(try store.waitForCommit(after: .zero, timeout: .seconds(60)) == Revision(1))
      let writer = Background { try store.write([.new("a")]) }
      let next = try store.waitForCommit(after: Revision(1), timeout: .seconds(60))
      #expect(next == Revision(2))
      writer.wait()
    }
  }
}
