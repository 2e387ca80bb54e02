import StoreErrors
import Records
import Testing

@testable import AnnalsCLI

@Suite struct `Selectors` {
  @Test(
    arguments: [
      ("person/ann", "person", "ann", nil), ("file/src/a b.swift", "file", "src/a b.swift", nil),
      ("person/ann@3", "person", "ann", 3), ("person/a@b@12", "person", "a@b", 12),
      ("person/ann@example.com", "person", "ann@example.com", nil),
      ("person/@3", "person", "@3", nil),
      ("person/王@1", "person", "王", 1), ("person/\u{301}x", "person", "\u{301}x", nil),
      ("person//", "person", "/", nil),
      ("person/a@99999999999999999999", "person", "a@99999999999999999999", nil),
    ] as [(String, String, String, UInt64?)]
  )
  func `are read`(text: String, type: String, id: String, version: UInt64?) throws {
    let selector = try RecordSelector(text, literalID: nil, allowsVersion: true)
    #expect(selector.type == ExactString(type))
    #expect(selector.id == ExactString(id))
    #expect(selector.version == version)
  }

  @Test func `take an id literally`() throws {
    let selector = try RecordSelector("person", literalID: "a/b@3", allowsVersion: true)
    #expect(selector.id == "a/b@3")
    #expect(selector.version == nil)
  }

  @Test func `are refused where they name nothing, or a version that is of no use`() {
    for (text, id) in [
      ("person", nil), ("person/", nil), ("person/a@3", nil), ("person/a", "b"), ("person", ""),
    ] as [(String, String?)] {
      let error = #expect(throws: StoreError.self) { try RecordSelector(text, literalID: id) }
      #expect(error?.code == .usage, "\(text)")
    }
  }
}

@Suite struct `Field specifications` {
  @Test(arguments: [
    "name:text", "name:text!", "age:int!,unique", "a:date", "b:json!", "c:decimal",
    "d:bytes,unique",
    "country:text,unique,one-of=no|se,default=no", "odd:text,one-of=a\\,b|c\\|d|e\\\\f",
    "x:text,default=",
  ])
  func `are written as they are read`(text: String) throws {
    #expect(FieldSpec.text(try FieldSpec.read(text, number: 1)) == text)
  }

  @Test(arguments: [
    "", "name", ":int", "name:", "name:itn", "a:int,foo=3", "a:int,unique=1", "a:int,min",
    "a:int,min=2,max=1", "a:int,min=2,default=1", "a:text,one-of=x|y,default=z", "a:text!,default=",
    "a:text,min=-1", "a:double,max=NaN", "a:text,max=3,one-of=long", "a:int,min=1,min=2",
  ])
  func `are refused`(text: String) {
    let error = #expect(throws: StoreError.self) { try FieldSpec.read(text, number: 1) }
    #expect(error?.code == .usage)
  }

  @Test func `measure texts by their length`() throws {
    let field = try FieldSpec.read("name:text,min=2,max=10", number: 1)
    #expect(field.rules.minimum == .int(2))
    #expect(field.rules.maximum == .int(10))
  }
}

@Suite struct `View specifications` {
  private static let fields = [
    FieldDefinition("owner", .text, number: 1), FieldDefinition("age", .int, number: 2),
    FieldDefinition("name", .text, number: 3),
  ]

  @Test(arguments: [
    ("v=age", "/age"), ("v=owner,age", "owner/age"), ("v=owner,-age", "owner/-age"),
    ("v=owner,name,age", "owner,name/age"), ("v=owner,-age,name", "owner/-age,name"),
    ("v=owner/age,-name", "owner/age,-name"), ("v=owner/", "owner/"), ("v=-age", "/-age"),
  ])
  func `tell filters from sorts`(text: String, shown: String) throws {
    let view = try ViewSpec.read(text, fields: Self.fields)
    let type = try TypeDefinition(name: "t", fields: Self.fields, views: [view])
    #expect(ViewSpec.text(view, of: type) == shown)
  }

  @Test(arguments: ["age", "=age", "v=", "v=agee"])
  func `are refused`(text: String) {
    #expect(throws: StoreError.self) { try ViewSpec.read(text, fields: Self.fields) }
  }
}

@Suite struct `Assignments of fields` {
  private static func type() throws -> TypeDefinition {
    try TypeDefinition(
      name: "person",
      fields: [FieldDefinition("name", .text), FieldDefinition("age", .int)]
    )
  }

  @Test func `are read in order`() throws {
    let read = try Assignments.read(["name=a=b", "age:=null"], unset: [], for: Self.type())
    #expect(read.map(\.name) == ["name", "age"])
    #expect(read[0].value == .text("a=b"))
    #expect(read[1].value == .null)
    #expect(try Assignments.read(["age=-3"], unset: ["name"], for: Self.type())[1].value == nil)
  }

  @Test(arguments: ["nmae=x", "name", "=x", "name=a name=b"])
  func `are refused`(words: String) throws {
    let error = #expect(throws: StoreError.self) {
      try Assignments.read(
        words.split(separator: " ").map(String.init),
        unset: [],
        for: Self.type()
      )
    }
    #expect(error?.code == .usage)
  }
}
