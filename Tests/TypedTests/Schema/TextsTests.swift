import Annals
import Foundation
import Testing

@Suite struct `What a form holds` {
  private enum Rank: String, Codable { case low, high }

  private struct Form: Record, Equatable {
    var id: String
    var name: String
    var age: Int
    var nickname: String?
    var height: Double?
    var born: CalendarDate?
    var isMember = false
    var rank = Rank.low

    static let schema = Schema<Form>("form") {
      Field("name", \.name, .required)
      Field("age", \.age, .range(0...200))
      Field("nickname", \.nickname, .length(2...10))
      Field("height", \.height)
      Field("born", \.born)
      Field("isMember", \.isMember, .default(false))
      Field("rank", \.rank, .default(.low))
    }
  }

  private let ann = Form(id: "ann", name: "Ann", age: 30, nickname: "Annie")

  @Test func `makes a record`() throws {
    let texts = [
      "name": "Ann", "age": "30", "nickname": "Annie", "height": "1.7", "born": "1990-02-28",
      "isMember": "1", "rank": "high",
    ]
    let record = try Form(texts: texts, id: "ann")
    let born = CalendarDate(year: 1990, month: 2, day: 28)
    #expect(
      record
        == Form(
          id: "ann",
          name: "Ann",
          age: 30,
          nickname: "Annie",
          height: 1.7,
          born: born,
          isMember: true,
          rank: .high
        )
    )
    #expect(try Form(texts: ["name": "Ann", "age": "30", "nickname": "Annie"], id: "ann") == ann)
  }

  @Test func `ids are made where none is given`() throws {
    let ids = try (1...3).map { _ in try Form(texts: ["name": "Ann", "age": "1"]).id }
    #expect(ids.sorted() == ids && ids.allSatisfy { UUID(uuidString: $0)?.recordID == $0 })
    let texts = ["owner": "x", "recordID": "7", "name": "n", "age": "1"]
    #expect(try Owned(texts: texts).id == "x/7")
    #expect(try Owned(texts: texts, id: "x/7").id == "x/7")
    let error = #expect(throws: StoreError.self) { try Owned(texts: texts, id: "x/8") }
    #expect(error?.code == .badData && error?.field == "id")
  }

  @Test func `changes what it names, and empties what is optional`() throws {
    var record = ann
    try record.set(["age": "31", "nickname": "", "height": ""])
    #expect(record == Form(id: "ann", name: "Ann", age: 31))
  }

  @Test func `says all that is wrong at once, and takes over nothing`() throws {
    var record = ann
    let error = #expect(throws: StoreError.self) {
      try record.set(["name": "", "age": "old", "nickname": "A", "height": "x", "isMember": ""])
    }
    #expect(error?.code == .badData)
    #expect(
      error?.violations.map(\.field) == ["name", "age", "nickname", "height", "isMember"]
    )
    #expect(error?.message(for: "name") == "name must not be empty")
    #expect(error?.message(for: "age")?.hasSuffix("not 'old'") == true)
    #expect(error?.message(for: "isMember") == "isMember must not be empty")
    #expect(record == ann)
    let missing = #expect(throws: StoreError.self) { try Form(texts: [:]) }
    #expect(missing?.violations.map(\.message) == ["name is required", "age is required"])
  }

  @Test func `what was wrong before is no matter of what is changed now`() throws {
    var record = Form(id: "old", name: "", age: -1)
    try record.set(["height": "2"])
    #expect(record.height == 2)
  }

  @Test func `values that the Swift type does not know, and names that are none`() {
    var record = ann
    let rank = #expect(throws: StoreError.self) { try record.set(["rank": "highest"]) }
    #expect(rank?.code == .badData && rank?.field == "rank")
    let name = #expect(throws: StoreError.self) { try record.set(["nmae": "Ann"]) }
    #expect(name?.code == .usage && name?.field == "nmae")
    #expect(record == ann)
  }

  @Test func `an id stays what it is`() throws {
    var owned = Owned(owner: "x", recordID: "7", name: "n", age: 1)
    try owned.set(["recordID": "7", "name": "m"])
    #expect(owned.name == "m")
    let error = #expect(throws: StoreError.self) { try owned.set(["recordID": "8"]) }
    #expect(error?.code == .badData && error?.field == "recordID" && owned.recordID == "7")
  }
}
