internal import Foundation
internal import Records
internal import StoreErrors

/// How the values of some Swift type are kept in a field; `FieldCodec` names the type.
///
/// `Sendable` is unchecked only because a class with subclasses must have it so: nothing in them ever changes.
class AnyFieldCodec: @unchecked Sendable {
  /// The kind of the field.
  let kind: Kind

  fileprivate init(_ kind: Kind) { self.kind = kind }
}

/// How the values of one Swift type are kept in a field.
class FieldCodec<Value>: AnyFieldCodec, @unchecked Sendable {
  /// Reads a kept value, which is not null.
  ///
  /// - Returns: nil for one that the type cannot hold.
  /// - Throws: what the type's own `init(from:)` throws.
  func read(_ value: Records.Value) throws -> Value? { nil }

  /// The value as it is kept.
  ///
  /// - Throws: `StoreError` (`badData`), and what the type's own `encode(to:)` throws.
  func keep(_ value: Value) throws -> Records.Value { .null }
}

extension FieldCodec where Value: Codable {
  /// Values of the type, to try a decoder with; as many as are easily found.
  var samples: [Records.Value] {
    if let cases = Value.self as? any CaseIterable.Type { return samples(of: cases) }
    let known = kind.samples.filter { ((try? read($0)) ?? nil) != nil }
    if !known.isEmpty { return known }
    return (try? Value(from: SampleDecoder())).flatMap { try? [keep($0)] } ?? []
  }

  private func samples<Cases: CaseIterable>(of type: Cases.Type) -> [Records.Value] {
    type.allCases.prefix(2).compactMap { ($0 as? Value).flatMap { try? keep($0) } }
  }

  /// The codec of a type: as its `FieldValue` says, by its raw value, or as JSON.
  static func make() -> FieldCodec {
    func plain<Plain: FieldValue>(_: Plain.Type) -> AnyFieldCodec { PlainCodec<Plain>() }
    func raw<Raw: RawRepresentable & Codable>(_: Raw.Type) -> AnyFieldCodec? {
      (Raw.RawValue.self as? any FieldValue.Type).map { RawCodec<Raw>($0.kind) }
    }
    if let type = Value.self as? any FieldValue.Type, let codec = plain(type) as? FieldCodec {
      return codec
    }
    if let type = Value.self as? any (RawRepresentable & Codable).Type,
      let codec = raw(type) as? FieldCodec
    {
      return codec
    }
    return JSONCodec()
  }
}

private final class PlainCodec<Value: FieldValue>: FieldCodec<Value>, @unchecked Sendable {
  init() { super.init(Value.kind) }

  override func read(_ value: Records.Value) throws -> Value? { Value(value) }

  override func keep(_ value: Value) throws -> Records.Value { try value.kept() }
}

private final class RawCodec<Value: RawRepresentable & Codable>: FieldCodec<Value>,
  @unchecked Sendable
{
  override func read(_ value: Records.Value) throws -> Value? {
    guard let raw = Value.RawValue.self as? any FieldValue.Type else { return nil }
    return (raw.init(value) as? Value.RawValue).flatMap(Value.init(rawValue:))
  }

  override func keep(_ value: Value) throws -> Records.Value {
    try (value.rawValue as? any FieldValue)?.kept() ?? .null
  }
}

private final class JSONCodec<Value: Codable>: FieldCodec<Value>, @unchecked Sendable {
  init() { super.init(.json) }

  override func read(_ value: Records.Value) throws -> Value? {
    guard case .json(let text) = value else { return nil }
    return try FieldJSON.decoder().decode(Value.self, from: Data(text.utf8))
  }

  override func keep(_ value: Value) throws -> Records.Value { try FieldJSON.keep(value) }
}

extension Kind {
  /// Two values that differ.
  fileprivate var samples: [Value] {
    switch self {
    case .text: [.text("a"), .text("b")]
    case .int: [.int(1), .int(2)]
    case .double: [.double(1.5), .double(2.5)]
    case .decimal: [.decimal(ExactDecimal(1)), .decimal(ExactDecimal(2))]
    case .bool: [.bool(true), .bool(false)]
    case .instant: (1...2).compactMap { Instant(seconds: $0).map(Value.instant) }
    case .date: (1...2).compactMap { CalendarDate(days: $0).map(Value.date) }
    case .uuid: (1...2).map { .uuid(UUID(uuid: ($0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))) }
    case .bytes: [.bytes([1]), .bytes([2])]
    case .json: []
    }
  }
}
