import Annals
import Foundation
import TestSupport
import Testing

@Suite struct `What is kept reads back as it was` {
  @Test func `random records of every sort of property`() throws {
    var generator = SeededGenerator()
    let store = try Store.inMemory(for: Everything.self)
    defer { store.close() }
    for _ in 0..<rounds(20) {
      let records = try (0..<20).map { _ in try Everything(using: &generator) }
      try store.write(by: "test") { try $0.insert(records) }
      for record in records {
        let kept = try #require(try store.get(Everything.self, record.id))
        #expect(kept == record)
        // Equality forgives what bytes do not.
        #expect(kept.text.utf8.elementsEqual(record.text.utf8))
        #expect(kept.double.bitPattern == record.double.bitPattern)
        #expect(
          kept.date.timeIntervalSinceReferenceDate.bitPattern
            == record.date.timeIntervalSinceReferenceDate.bitPattern
        )
        // What did not change is no event.
        let again = try store.save(kept, by: "test")
        #expect(again.revision == nil)
      }
    }
    #expect(try store.fetchCount(FetchDescriptor<Everything>()) == rounds(20) * 20)
  }

  @Test func `every date reads back bit for bit, or is refused`() throws {
    var generator = SeededGenerator()
    var refused = 0
    for _ in 0..<rounds(100_000) {
      // Any Double at all, or one near the moment that a Date counts from.
      let interval =
        generator.oneIn(2)
        ? Double(bitPattern: generator.next())
        : Double(generator.integer()) / Double(1 + generator.index(below: 1 << 40))
      let date = Date(timeIntervalSinceReferenceDate: interval)
      guard let kept = try? date.kept() else {
        refused += 1
        // Only those that are finer than a nanosecond near 2001, or outside the years.
        let isNear = interval.magnitude < Double(1 << 23)
        #expect(isNear || !(interval > -63_113_904_000 && interval < 252_423_993_600))
        continue
      }
      let read = try #require(Date(kept))
      #expect(read.timeIntervalSinceReferenceDate == interval)
    }
    #expect(refused > 0)
    // Foundation's calendar is Julian there: two days before the year 1.
    #expect(throws: StoreError.self) { try Date.distantPast.kept() }
    for date in [Date.distantFuture, Date(timeIntervalSince1970: 1.1), .now] {
      #expect(try Date(date.kept()) == date)
    }
  }

  @Test func `an instant that is finer than a date stays as it is`() throws {
    struct Seen: Record {
      var id: String
      var at: Date
      var note: String
      static let schema = Schema<Seen>("seen") {
        Field("at", \.at)
        Field("note", \.note)
      }
    }
    let store = try Store.inMemory(for: Seen.self)
    let fine = try #require(Instant("2024-03-01T09:30:00.123456789Z"))
    let fields: RecordOperation.Assignments = [("at", .instant(fine)), ("note", .text("a"))]
    _ = try store.write(by: "other", [.create(type: "seen", id: "1", fields)])
    try store.update(Seen.self, "1", by: "test") { $0.note = "b" }
    var copy = try #require(try store.get(Seen.self, "1"))
    copy.note = "c"
    try store.save(copy, by: "test")
    #expect(try store.lookup("seen", "1").record?["at"] == .instant(fine))
    #expect(try store.history(of: Seen.self, "1").map(\.fields.count) == [2, 1, 1])
  }

  @Test func `numbers that a field or a property cannot hold are refused`() throws {
    struct Numbers: Record {
      var id: Int
      var large: UInt64 = 0
      var small: UInt8 = 0
      var decimal: Decimal = 0
      static let schema = Schema<Numbers>("numbers") {
        Field("large", \.large)
        Field("small", \.small)
        Field("decimal", \.decimal)
      }
    }
    let store = try Store.inMemory(for: Numbers.self)
    for record in [Numbers(id: 1, large: .max), Numbers(id: 2, decimal: .nan)] {
      let error = #expect(throws: StoreError.self) { try store.insert(record, by: "test") }
      #expect(error?.code == .badData && error?.field == (record.id == 1 ? "large" : "decimal"))
    }
    let fields: RecordOperation.Assignments = [("large", .int(1)), ("small", .int(256))]
    _ = try store.write(by: "other", [.create(type: "numbers", id: "3", fields)])
    let error = #expect(throws: StoreError.self) { try store.get(Numbers.self, 3) }
    #expect(error?.code == .badData && error?.field == "small")
    #expect(error?.message == "small of numbers/3 is '256', which is no UInt8")
    let missing = #expect(throws: StoreError.self) {
      _ = try store.write(by: "o", [.update(type: "numbers", id: "3", [("small", .int(1))])])
      return try store.get(Numbers.self, 3)
    }
    #expect(missing?.field == "decimal")
  }

  @Test func `null and missing both read as nil, and are kept apart`() throws {
    var generator = SeededGenerator(seed: 1)
    let store = try Store.inMemory(for: Everything.self)
    var record = try Everything(using: &generator)
    record.note = nil
    record.count = nil
    try store.insert(record, by: "test")
    let stored = try store.lookup("everything", ExactString(record.id.recordID)).record
    #expect(stored?["note"] == .null)
    #expect(stored?["count"] == nil)
    // Another program's null stays null where the property is not touched.
    let id = ExactString(record.id.recordID)
    _ = try store.write(by: "o", [.update(type: "everything", id: id, [("count", .null)])])
    try store.update(Everything.self, record.id, by: "test") { $0.text = "other" }
    #expect(try store.lookup("everything", id).record?["count"] == .null)
  }
}
