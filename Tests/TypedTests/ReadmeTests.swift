import Annals
import Foundation
import Testing

// The code that the README shows, line by line.
// begin
struct Member: Record {
  var id: String
  var name: String
  var age: Int
  var owner: String?

  static let schema = Schema<Member>("member") {
    Field("name", \.name, .required)
    Field("age", \.age, .minimum(0))
    Field("owner", \.owner)
    View("by-owner", of: \.owner, sortedBy: \.age)
  }
}

func tour(_ folder: String) throws {
  let store = try Store.open(at: folder, for: Member.self)
  try store.write(by: "ann", because: "hired") { transaction in
    try transaction.insert(Member(id: "p1", name: "张三", age: 41, owner: "x"))
    try transaction.insert(Member(id: "p2", name: "Cy", age: 30, owner: "x"))
  }
  try store.update(Member.self, "p1", by: "ann", because: "birthday") { $0.age += 1 }

  var mine = FetchDescriptor<Member>(
    predicate: #Predicate { $0.owner == "x" },
    sortBy: [SortDescriptor(\.age)]
  )
  mine.fetchLimit = 50
  print(try store.fetch(mine).map(\.name))  // ["Cy", "张三"]
  print(try store.at(.revision(2)).get(Member.self, "p1")?.age ?? 0)  // 41
  for change in try store.history(of: Member.self, "p1") {
    print(change.commit.actor, change.commit.reason ?? "", change.new?.age ?? 0)
  }

  do { try store.insert(Member(id: "p3", name: "", age: -1), by: "ann") } catch let error
    as StoreError
  {
    print(error.message(for: "name") ?? "")  // name must not be empty
    print(error.message(for: "age") ?? "")  // what a form shows next to the age
  }
}
// end

@Suite struct `The README` {
  @Test func `shows code that runs`() throws {
    try withFolder { try tour($0) }
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let own = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let start = try #require(own.range(of: "// begin\n")).upperBound
    let end = try #require(own.range(of: "// end\n")).lowerBound
    #expect(readme.contains(own[start..<end]))
  }
}
