/// Why a text is not JSON, and where.
package struct JSONError: Error, Sendable, Hashable {
  /// What is wrong, in words.
  package let message: String
  /// The byte at which it was noticed, from 0.
  package let offset: Int
}

extension JSONError: CustomStringConvertible {
  /// `this is not JSON (byte 17)`, counted from 1.
  package var description: String { "\(message) (byte \(offset + 1))" }
}
