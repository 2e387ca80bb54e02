/// Optionals of any type.
protocol OptionalValue {
  /// The type that is wrapped.
  static var wrappedType: Any.Type { get }
  /// What is wrapped; nil for nothing.
  var content: Any? { get }
}

extension Optional: OptionalValue {
  static var wrappedType: Any.Type { Wrapped.self }
  var content: Any? { self }
}
