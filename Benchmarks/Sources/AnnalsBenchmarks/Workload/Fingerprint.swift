/// A number that sums up texts and numbers in order, to compare what engines answer.
///
/// FNV-1a with 64 bits, each text followed by a byte that UTF-8 never holds, so that moving a letter
/// from one text to the next is noticed.
public struct Fingerprint: Sendable, Hashable {
  /// The sum so far.
  public private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Begins with nothing.
  public init() {}

  /// Adds a text.
  public mutating func add(_ text: String) {
    for byte in text.utf8 { mix(byte) }
    mix(0xFF)
  }

  /// Adds a number.
  public mutating func add(_ number: Int64) {
    for shift in stride(from: 0, to: 64, by: 8) { mix(UInt8(truncatingIfNeeded: number >> shift)) }
  }

  /// Adds all fields of a person.
  public mutating func add(_ person: Person) {
    add(person.id)
    add(person.owner)
    add(person.name)
    add(person.age)
    add(person.location)
    add(person.note)
  }

  private mutating func mix(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
}
