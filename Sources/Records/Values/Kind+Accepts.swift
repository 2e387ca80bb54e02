internal import StoreErrors

extension Kind {
  /// What values of this kind are written as, to end the sentence "this kind takes …".
  package var accepts: String {
    switch self {
    case .text: "a string"
    case .int: "a whole number from \(Int64.min) to \(Int64.max)"
    case .double: "a number such as 2.5 or 1e6, or NaN, Infinity or -Infinity"
    case .decimal: "a number of at most 1,000 digits such as 12.50"
    case .bool: "true or false"
    case .instant: "an RFC 3339 time such as 2024-03-01T09:30:00Z"
    case .date: "a day such as 2024-03-01"
    case .uuid: "a UUID such as 018e0c5d-5f2b-7c3a-9d41-3f6a2b1c4d5e"
    case .bytes: "base64 such as aGVsbG8="
    case .json: "JSON"
    }
  }

  /// The error of a text that is not of this kind.
  func refusal(of text: String, because reason: String? = nil) -> StoreError {
    let end = reason.map { ": \($0)" } ?? ""
    return StoreError(.badData, "\(name) takes \(accepts), not \(StoreError.quote(text))\(end)")
  }
}
