import StoreErrors
import Records

/// What the words of `annals diff` name: `A [B] [TYPE[/ID]]`, or `A..B [TYPE[/ID]]` as git has it.
struct DiffWords {
  /// The point to compare.
  let from: Point
  /// The point to compare it with, where one is named.
  let to: Point?
  /// What to compare, where that is named.
  let subject: String?
  /// The words that are too many.
  let superfluous: ArraySlice<String>
  /// Why the subject is no point, where nothing else shows that it is meant as a type.
  private let refusal: StoreError?

  /// Reads the words, of which there must be one.
  ///
  /// Of `A X` the second is a point if it can be one.
  ///
  /// - Throws: `StoreError` (`usage`) for a point that is not understood.
  init(_ first: String, _ others: [String], _ points: PointReader) throws(StoreError) {
    var rest = others[...]
    if let ends = Self.ends(of: first) {
      from = ends.from.isEmpty ? .head : try points.point(ends.from)
      to = ends.to.isEmpty ? .head : try points.point(ends.to)
      refusal = nil
    } else {
      from = try points.point(first)
      (to, refusal) = try Self.takePoint(from: &rest, points)
    }
    subject = rest.popFirst()
    superfluous = rest
  }

  /// Takes the second point from the words; where the only one is no point, tells why.
  private static func takePoint(
    from words: inout ArraySlice<String>,
    _ points: PointReader
  ) throws(StoreError) -> (Point?, refusal: StoreError?) {
    guard let word = words.first else { return (nil, nil) }
    do {
      let point = try points.point(word)
      words.removeFirst()
      return (point, nil)
    } catch {
      guard words.count == 1 else { throw error }
      return (nil, error)
    }
  }

  /// What stands before and after `..`, either of which may be nothing, for the head.
  private static func ends(of text: String) -> (from: String, to: String)? {
    guard let dots = text.firstRange(of: ".."), text != ".." else { return nil }
    return (String(text[..<dots.lowerBound]), String(text[dots.upperBound...]))
  }

  /// The error for a subject whose type is unknown, which may have been meant as a point.
  func unknownType(_ error: StoreError) -> StoreError {
    guard let refusal else { return error }
    return StoreError(
      .usage,
      "\(refusal.message), and no type is called that",
      hints: error.hints + refusal.hints
    )
  }
}
