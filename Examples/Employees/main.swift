import Annals

/// An employee as the rest of the program knows one; nothing here speaks of a store.
struct Employee: Codable {
  let empId: String
  var name: String
  var contact: Int64
  var address: String
  var emailId: String
}

/// An employee as the store keeps one.
struct StoredEmployee: Record {
  let employee: Employee
  var id: String { employee.empId }

  static let schema = Schema<StoredEmployee>("employee") {
    Field("empId", \.employee.empId)
    Field("name", \.employee.name, .required)
    Field("contact", \.employee.contact, .minimum(0))
    Field("address", \.employee.address)
    Field("emailId", \.employee.emailId, .unique)
  }

  init(_ employee: Employee) { self.employee = employee }
  init(from decoder: any Decoder) throws { employee = try Employee(from: decoder) }
  func encode(to encoder: any Encoder) throws { try employee.encode(to: encoder) }
}

/// What the program asks of its employees.
struct EmployeeService {
  let store: Store
  let user: String

  func add(_ employee: Employee) throws -> Bool {
    try store.insert(StoredEmployee(employee), by: user, because: "hired").revision != nil
  }

  func employee(_ empId: String) throws -> Employee? {
    try store.get(StoredEmployee.self, empId)?.employee
  }

  // Both return whether the employee was there.
  func update(_ empId: String, to employee: Employee) throws -> Bool {
    try store.updateIfPresent(StoredEmployee.self, empId, by: user) { $0 = .init(employee) }
  }

  func delete(_ empId: String) throws -> Bool {
    try store.deleteIfPresent(StoredEmployee.self, empId, by: user, because: "left")
  }
}

let store = try Store.open(at: "employees.annals", for: StoredEmployee.self)
let service = EmployeeService(store: store, user: "office")

/// Does something and shows where employee 101 lives, or says next to which field what is wrong.
func attempt(_ work: () throws -> Bool) throws {
  do {
    print(try work(), try service.employee("101")?.address ?? "–")
  } catch let error as StoreError {
    for wrong in error.violations { print("  \(wrong.field ?? ""):", wrong.message) }
  }
}

var ann = Employee(empId: "101", name: "Ann", contact: 13912345678, address: "Oslo", emailId: "a@b")
let bob = Employee(empId: "102", name: "", contact: -1, address: "Rome", emailId: "a@b")
try attempt { try service.add(ann) }
ann.address = "Rome"
try attempt { try service.update("101", to: ann) }
try attempt { try service.update("102", to: ann) }
try attempt { try service.add(ann) }
try attempt { try service.add(bob) }
try attempt { try service.update("101", to: bob) }
try attempt { try service.delete("101") }

let before = try store.at(.revision(3)).get(StoredEmployee.self, "101")
print("at r3:", before?.employee.address ?? "–", "proven:", try store.verify().fault == nil)
