internal import Foundation
internal import Records
internal import StoreErrors

/// How the values of some Swift type are kept in a field; `FieldCodec` names the type.
protocol AnyFieldCodec: AnyObject, Sendable {
  /// The kind of the field.
  var kind: Kind { get }
}

/// How the values of one Swift type are kept in a field.
///
/// It is a class, since those are quickly told from each other: that is done with each field of each record.
final class FieldCodec<Value>: AnyFieldCodec {
  let kind: Kind
  private let form: any KeptForm<Value>

  private init(_ kind: Kind, _ form: some KeptForm<Value>) {
    self.kind = kind
    self.form = form
  }

  /// Reads a kept value, which is not null.
  ///
  /// - Returns: nil for one that the type cannot hold.
  /// - Throws: what the type's own `init(from:)` throws.
  func read(_ value: Records.Value) throws -> Value? { try form.read(value) }

  /// The value as it is kept.
  ///
  /// - Throws: `StoreError` (`badData`), and what the type's own `encode(to:)` throws.
  func keep(_ value: Value) throws -> Records.Value { try form.keep(value) }
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
    func plain<Plain: FieldValue>(_: Plain.Type) -> any AnyFieldCodec {
      FieldCodec<Plain>(Plain.kind, PlainForm())
    }
    func raw<Raw: RawRepresentable & Codable>(_: Raw.Type) -> (any AnyFieldCodec)? {
      func raw<Kept: FieldValue>(_: Kept.Type) -> any AnyFieldCodec {
        FieldCodec<Raw>(Kept.kind, RawForm<Raw, Kept>())
      }
      return (Raw.RawValue.self as? any FieldValue.Type).map { raw($0) }
    }
    if let type = Value.self as? any FieldValue.Type, let codec = plain(type) as? FieldCodec {
      return codec
    }
    if let type = Value.self as? any (RawRepresentable & Codable).Type,
      let codec = raw(type) as? FieldCodec
    {
      return codec
    }
    return FieldCodec(.json, JSONForm())
  }
}

/// A way to keep the values of a type.
private protocol KeptForm<Value>: Sendable {
  associatedtype Value

  func read(_ value: Records.Value) throws -> Value?
  func keep(_ value: Value) throws -> Records.Value
}

/// As their type says.
private struct PlainForm<Value: FieldValue>: KeptForm {
  func read(_ value: Records.Value) throws -> Value? { Value(value) }

  func keep(_ value: Value) throws -> Records.Value { try value.kept() }
}

/// As their raw values, which are of a type `Kept`.
private struct RawForm<Value: RawRepresentable, Kept: FieldValue>: KeptForm {
  func read(_ value: Records.Value) throws -> Value? {
    (Kept(value) as? Value.RawValue).flatMap { Value(rawValue: $0) }
  }

  func keep(_ value: Value) throws -> Records.Value {
    try (value.rawValue as? Kept)?.kept() ?? .null
  }
}

/// As JSON, which can be neither sorted nor searched by.
private struct JSONForm<Value: Codable>: KeptForm {
  func read(_ value: Records.Value) throws -> Value? {
    guard case .json(let text) = value else { return nil }
    return try FieldJSON.decoder().decode(Value.self, from: Data(text.utf8))
  }

  func keep(_ value: Value) throws -> Records.Value { try FieldJSON.keep(value) }
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
