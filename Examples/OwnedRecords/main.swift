import Annals
import Foundation

// Records of owners, in a program whose second version knows of cities and no longer of schools.
struct OwnedRecord: Record {
  var owner, recordID, name: String
  var school = "第一中学"
  var age: Int
  var id: String { "\(owner)/\(recordID)" }

  static let schema = Schema<OwnedRecord>("record") {
    Field("owner", \.owner, .required)
    Field("recordID", \.recordID, .required)
    Field("name", \.name, .required)
    Field("school", \.school)
    Field("age", \.age, .minimum(0))
    View("by-owner", of: \.owner, sortedBy: \.recordID)
  }
}

struct NewerRecord: Record {
  var owner, recordID, name: String
  var age: Int
  var city: String?
  var id: String { "\(owner)/\(recordID)" }

  static let schema = Schema<NewerRecord>("record") {
    Field("owner", \.owner, .required)
    Field("recordID", \.recordID, .required)
    Field("name", \.name, .required)
    Field("age", \.age, .minimum(0))
    Field("city", \.city)
    Dropped("school")
    View("by-owner", of: \.owner, sortedBy: \.recordID)
  }
}

let first = try Store.open(at: "records.annals", for: OwnedRecord.self)
let mine = #Predicate<OwnedRecord> { $0.owner == "xiaoli" }
// Another owner's, with a recordID of xiaoli's as well: it stays as it is.
try first.insert(OwnedRecord(owner: "li", recordID: "record_1000", name: "李一", age: 40), by: "li")

func show(_ step: String) throws {
  print(step)
  for it in try first.fetch(OwnedRecord.self, where: mine) {
    print(" ", it.recordID, it.name, it.school, it.age)
  }
}

for _ in 1...2 {
  let added = try (0...3).filter { n in
    let it = OwnedRecord(owner: "xiaoli", recordID: "record_100\(n)", name: "张\(n)", age: 20 + n)
    return try first.insertIfAbsent(it, by: "xiaoli", because: "first list")
  }
  try show("inserted \(added.count):")
}
try first.update(OwnedRecord.self, "xiaoli/record_1000", by: "xiaoli") {
  ($0.name, $0.school, $0.age) = ("王二", "第-中学", 30)
}
try show("record_1000 changed:")
try first.delete(OwnedRecord.self, "xiaoli/record_1003", by: "xiaoli")
try show("record_1003 deleted:")
try first.delete(OwnedRecord.self, where: mine, by: "wang", because: "xiaoli left")
try show("all of xiaoli deleted:")
first.close()
// Opening the store is all that the second version does about its fields.
let second = try Store.open(at: "records.annals", for: NewerRecord.self)
let lost = try second.at(.revision(8)).fetch(NewerRecord.self)
try second.write(by: "li", because: "xiaoli is back") { transaction in
  for var it in lost where it.owner == "xiaoli" {
    it.city = "北京"
    try transaction.insert(it)
  }
}
print("in the second version:")
for it in try second.fetch(NewerRecord.self) { print(" ", it.id, it.name, it.age, it.city ?? "–") }
for change in try second.history(of: NewerRecord.self, "xiaoli/record_1000") {
  print(change.commit.revision, change.op, change.commit.actor, change.commit.reason ?? "–")
}
