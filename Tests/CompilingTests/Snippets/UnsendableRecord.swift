import Annals

final class Name: Codable {
  var text = ""
}

struct Owner: Record {
  var id: String
  // error: non-Sendable type 'Name'
  var name: Name
  // error: 'Name' does not conform to the 'Sendable' protocol
  static let schema = Schema<Owner>("owner") { Field("name", \.name) }
}
