import Annals

struct Person: Record {
  var id: String
  var name: String
  static let schema = Schema<Person>("person") { Field("name", \.name) }
}
