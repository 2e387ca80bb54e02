import Annals
import Foundation

// A list of people, the youngest first, in which nothing may be empty.
struct Person: Record, CustomStringConvertible {
  var id: UUID
  var name: String
  var age: Int
  var gender: Bool
  var location: String

  static let schema = Schema<Person>("person") {
    Field("name", \.name, .required)
    Field("age", \.age, .minimum(0))
    Field("gender", \.gender)  // 0 female, 1 male
    Field("location", \.location, .required)
    View("by-age", sortedBy: \.age)
  }

  var description: String { "\(name) \(age) \(gender ? "male" : "female") \(location)" }
}

let store = try Store.open(at: "people.annals", for: Person.self)
let user = ProcessInfo.processInfo.environment["USER"] ?? "somebody"

/// Shows the list as it is, or as it was at a point of the past.
func show(at point: Point = .head) throws {
  for (index, person) in try list(at: point).enumerated() { print(index + 1, person) }
}

func list(at point: Point = .head) throws -> [Person] {
  try store.at(point).fetch(Person.self, sortBy: [SortDescriptor(\.age)])
}

/// Takes the last commit back by another one; history keeps both.
func undo() throws {
  let last = try store.head().revision
  try store.revert(last, by: user, because: "undo of \(last)")
}

/// Does what a line says: a command, a number of the list or of a revision, and texts for fields.
func run(_ line: String, _ form: [String: String]) throws {
  let number = line.firstMatch(of: /\d+/).flatMap { UInt64($0.0) } ?? 0
  let person = try list().enumerated().first { $0.offset + 1 == number }?.element
  switch (line.prefix { $0 != " " }, person) {
  case ("add", _): try store.insert(Person(texts: form), by: user, because: "added")
  case ("change", let it?): try store.update(Person.self, it.id, by: user) { try $0.set(form) }
  case ("delete", let it?): try store.delete(Person.self, it.id, by: user)
  case ("undo", _): try undo()
  case ("at", _): return try show(at: .revision(Revision(number)))
  case ("log", let it?):
    for change in try store.history(of: Person.self, it.id) {
      let commit = change.commit
      print(commit.revision, commit.actor, commit.reason ?? "–", change.new?.description ?? "–")
    }
    return
  default: print("add FIELD=TEXT …, change N FIELD=TEXT …, delete N, undo, log N, at REVISION")
  }
  try show()
}

try show()
print("> ", terminator: "")
while let line = readLine() {
  let form = Dictionary(line.matches(of: /(\w+)=(\S*)/).map { ("\($0.1)", "\($0.2)") }) { $1 }
  do { try run(line, form) } catch let error as StoreError {
    for wrong in error.violations.isEmpty ? [error] : error.violations {
      let field = wrong.field ?? "error"
      print("  \(field):", wrong.rule == .required ? "内容不能为空" : wrong.message)
    }
  }
  print("> ", terminator: "")
}
