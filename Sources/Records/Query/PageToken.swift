/// Where a page ended: opaque text that a later call continues from.
///
/// It pins the revision that the page was read at, so that later pages neither lose nor repeat a record
/// while others write.
public struct PageToken: Sendable, Hashable, CustomStringConvertible {
  /// The token as text without blanks.
  public let text: String

  /// Takes a token as it was printed; it is checked when it is used.
  public init(_ text: String) { self.text = text }

  /// The token as text.
  public var description: String { text }
}
