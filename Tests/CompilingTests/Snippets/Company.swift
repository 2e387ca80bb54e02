import Annals

struct Company: Record {
  var id: String
  var name: String

  static let schema = Schema<Company>("company") { Field("name", \.name) }
}
