import Annals
import Foundation

// Students: compound conditions, many changes in one step, pages, and changes given by name.
struct Student: Record {
  let stuId: Int
  var name: String
  var createtime = Date(timeIntervalSince1970: 1_725_177_600)
  var sex = false
  var classId = 1
  var id: Int { stuId }

  static let schema = Schema<Student>("student") {
    Field("stuId", \.stuId)
    Field("name", \.name, .required)
    Field("createtime", \.createtime)
    Field("sex", \.sex)
    Field("classId", \.classId, .minimum(1))
    View("pages", sortedBy: SortDescriptor(\.stuId, order: .reverse), SortDescriptor(\.name))
  }
}

let store = try Store.open(at: "students.annals", for: Student.self)

/// Whether somebody outside of a class has the number or the name.
func exists(_ stuId: Int, or name: String, outside classId: Int) throws -> Bool {
  let predicate = #Predicate<Student> {
    ($0.stuId == stuId || $0.name == name) && !($0.classId == classId)
  }
  return try store.exists(Student.self, where: predicate)
}

/// A page of students: the highest number first, and those of one number by name.
func page(_ number: Int, of size: Int) throws -> [Student] {
  let order = [SortDescriptor(\Student.stuId, order: .reverse), SortDescriptor(\.name)]
  var descriptor = FetchDescriptor(sortBy: order)
  descriptor.fetchLimit = size
  descriptor.fetchOffset = (number - 1) * size
  return try store.fetch(descriptor)
}

/// Changes the fields that are named, or says next to which field what is wrong.
func change(_ id: Int, _ texts: [String: String]) throws {
  let change = { try store.update(Student.self, id, by: "office") { try $0.set(texts) } }
  do { _ = try change() } catch let error as StoreError {
    for wrong in error.violations { print("  \(wrong.field ?? ""):", wrong.message) }
  }
}

func show(_ title: String, _ students: [Student]) {
  print(title)
  for it in students {
    print(" ", it.stuId, it.name, it.createtime.ISO8601Format(), it.sex, it.classId)
  }
}

print("added:", try store.insertIfAbsent(Student(stuId: 1, name: "王一"), by: "office"))
print("added again:", try store.insertIfAbsent(Student(stuId: 1, name: "王一"), by: "office"))
try store.write(by: "office", because: "new class") { transaction in
  try transaction.insert((2...7).map { Student(stuId: $0, name: "学生\($0)", sex: $0 % 2 == 1) })
}
show("page 1 of 3:", try page(1, of: 3))
show("page 3 of 3:", try page(3, of: 3))
print("7 or 王一 outside class 2:", try exists(7, or: "王一", outside: 2))
print("8 or 王一 outside class 1:", try exists(8, or: "王一", outside: 1))

try change(1, ["name": "王二", "createtime": "2024-09-02T10:00:00+08:00", "classId": "3"])
try change(1, ["name": "", "classId": "three", "sex": "?"])
try change(1, ["stuId": "9"])
show("number 1:", try store.get(Student.self, 1).map { [$0] } ?? [])

try store.write(by: "office", because: "class 1 is full") { transaction in
  for it in try transaction.fetch(Student.self, where: #Predicate { $0.stuId > 4 && $0.sex }) {
    try transaction.update(Student.self, it.id) { $0.classId = 2 }
  }
}
print("deleted:", try store.deleteIfPresent(Student.self, 6, by: "office", because: "moved"))
print("deleted again:", try store.deleteIfPresent(Student.self, 6, by: "office"))
show("in the end:", try page(1, of: 10))
