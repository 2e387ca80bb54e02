/// Turns small numbers into the texts of a person.
enum PeopleText {
  static let names = firstNames.count * lastNames.count
  static let locations = towns.count
  static let ages = 100

  static func id(_ number: UInt32) -> String { "p" + padded(number, to: 7) }

  static func owner(_ number: UInt32) -> String { "owner-" + padded(number, to: 5) }

  static func name(_ number: UInt16) -> String {
    let (last, first) = Int(number).quotientAndRemainder(dividingBy: firstNames.count)
    return firstNames[first] + " " + lastNames[last]
  }

  static func location(_ number: UInt8) -> String { towns[Int(number)] }

  /// About 100 bytes of words; different numbers give different notes.
  static func note(_ number: UInt32) -> String {
    var random = SplitMix64(seed: UInt64(number))
    var text = "#\(number)"
    while text.utf8.count < 96 { text += " " + words[random.draw(below: words.count)] }
    return text
  }

  private static func padded(_ number: UInt32, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }

  private static let firstNames = [
    "Ada", "Alan", "Barbara", "Carl", "Chen", "Dorothy", "Emmy", "Erwin", "Fatima", "Grace", "Hedy",
    "Henri", "Ibrahim", "Ingrid", "Jocelyn", "José", "Katherine", "Kurt", "Lise", "Louis", "Maria",
    "Marie", "Max", "Niels", "Olga", "Rosalind", "Srinivasa", "Tu", "Vera", "Werner", "Yuki", "Zoë",
  ]
  private static let lastNames = [
    "Abel", "Bell", "Bohr", "Curie", "Dirac", "Euler", "Fermi", "Franklin", "Gauss", "Gödel",
    "Hopper",
    "Hypatia", "Johnson", "Kepler", "Lamarr", "Lovelace", "Meitner", "Mirzakhani", "Noether",
    "Pascal",
    "Pauli", "Planck", "Ramanujan", "Rubin", "Schrödinger", "Somerville", "Tao", "Turing",
    "Vaughan",
    "Villani", "Wu", "Yukawa",
  ]
  private static let towns = [
    "Aarhus", "Basel", "Bergen", "Bologna", "Cambridge", "Coimbra", "Dublin", "Edinburgh",
    "Göttingen",
    "Heidelberg", "Kraków", "Kyoto", "Leiden", "Lisboa", "Ljubljana", "Lund", "Montréal", "Nairobi",
    "Padova", "Paris", "Princeton", "Riga", "Salamanca", "San Francisco", "Santiago", "Tartu",
    "Tübingen",
    "Uppsala", "Vilnius", "Wien", "Zagreb", "Zürich",
  ]
  private static let words = [
    "account", "agrees", "answer", "asked", "before", "began", "called", "changed", "checked",
    "city",
    "clerk", "early", "entered", "family", "file", "found", "given", "house", "known", "later",
    "letter",
    "list", "meeting", "moved", "named", "number", "office", "order", "paper", "record", "signed",
    "spring",
    "station", "street", "summer", "taken", "told", "town", "visit", "winter", "written", "year",
  ]
}
