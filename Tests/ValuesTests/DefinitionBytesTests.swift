import ByteCoding
import EventLog
import Records
import StoreErrors
import Testing

/// The stored form of a type's definition, as `FORMAT.md` describes it.
@Suite struct `A definition's stored form` {
  /// Person, a required text, an int, a view of it, and a reason required: as version 0.1 wrote it.
  private static let first: [UInt8] =
    [0x14, 1, 2, 6] + Array("person".utf8) + [1, 3, 2, 2]
    + [1, 4] + Array("name".utf8) + [1, 1, 0, 0, 0, 0]
    + [2, 3] + Array("age".utf8) + [2, 0, 0, 0, 0, 0]
    + [1, 1, 6] + Array("by-age".utf8) + [0, 1, 4]

  private static func definition(_ reasonRule: ReasonRule?, isImmutable: Bool = false) throws
    -> TypeDefinition
  {
    try TypeDefinition(
      number: 1,
      version: 2,
      name: "person",
      fields: [
        FieldDefinition("name", .text, Rules(isRequired: true, isImmutable: isImmutable)),
        FieldDefinition("age", .int),
      ],
      views: [ViewDefinition("by-age", filters: [], sorts: [SortKey(field: 2)])],
      reasonRule: reasonRule
    )
  }

  @Test func `is as it always was where there is no policy`() throws {
    let definition = try Self.definition(.required)
    #expect(definition.bytes == Self.first)
    #expect(try TypeDefinition(Self.first.span) == definition)
    #expect(try Self.definition(nil).bytes[10] == 0)
  }

  @Test func `says what a policy asks for, in a form that earlier versions refuse`() throws {
    let rule = ReasonRule(minimumLength: 300, pattern: "#")
    let bytes = try Self.definition(rule).bytes
    #expect(bytes.prefix(1) == [0x24])
    #expect(bytes[10..<17] == [7, 0xAC, 2, 1, 0x23, 3, 2])
    #expect(try Self.definition(nil, isImmutable: true).bytes.prefix(1) == [0x24])
  }

  @Test(arguments: [
    nil, ReasonRule.required, ReasonRule(minimumLength: 2), ReasonRule(pattern: "^a|b$"),
    ReasonRule(minimumLength: 1_000_000, pattern: "张"),
  ])
  func `reads as it was written`(rule: ReasonRule?) throws {
    for isImmutable in [false, true] {
      let definition = try Self.definition(rule, isImmutable: isImmutable)
      #expect(try TypeDefinition(definition.bytes.span) == definition)
    }
  }

  @Test func `with flags of a newer version is refused`() throws {
    for place in [10, 21] {
      var bytes = try Self.definition(.required, isImmutable: true).bytes
      bytes[place] |= 0x40
      let error = #expect(throws: StoreError.self) { _ = try TypeDefinition(bytes.span) }
      #expect(error?.code == .futureFormat, "byte \(place)")
    }
  }
}
