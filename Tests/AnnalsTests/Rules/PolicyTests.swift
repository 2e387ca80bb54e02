import Annals
import Testing

/// What a type demands of the commits that change its records.
@Suite struct `A policy` {
  @Test func `asks for a reason of some length`() throws {
    try withStore(.thing(FieldDefinition("n", .int), reasonRule: .required(length: 5))) { store in
      // Blanks at the ends say nothing; letters are counted as Unicode scalars.
      for reason in [nil, "", "     ", "four", " four ", "张三李四"] {
        #expect(code { _ = try store.write(by: "a", because: reason, [.new("a")]) } == .badData)
      }
      _ = try store.write(by: "a", because: "fives", [.new("a")])
      _ = try store.write(by: "a", because: "张三李四王", [.new("b")])
    }
  }

  @Test func `asks for a reason in which a pattern is found`() throws {
    let rule = ReasonRule.required(pattern: "#[0-9]+")
    try withStore(.thing(FieldDefinition("n", .int), reasonRule: rule)) { store in
      let error = refusal { _ = try store.write(by: "a", because: "a ticket", [.new("a")]) }
      #expect(error?.code == .badData)
      #expect(error?.message.contains("'#[0-9]+'") == true)
      _ = try store.write(by: "a", because: "see #42", [.new("a")])

      let whole = try store.type("thing").changed(reasonRule: .required(pattern: "^#[0-9]+$"))
      // The rule holds for those who change it, too.
      #expect(code { _ = try store.write(by: "a", [.redefine(whole)]) } == .badData)
      _ = try store.write(by: "a", because: "stricter, see #1", [.redefine(whole)])
      #expect(code { _ = try store.write(by: "a", because: "see #42", [.remove("a")]) } == .badData)
      // What is kept is what must match, blanks and line ends as well.
      for blank in [" #42", "#42 ", "#42\n", "#42\r"] {
        #expect(
          code { _ = try store.write(by: "a", because: blank, [.remove("a")]) } == .badData
        )
      }
      _ = try store.write(by: "a", because: "#42", [.remove("a")])
    }
  }

  @Test(.timeLimit(.minutes(1))) func `matches a pattern that would try every way in no time`()
    throws
  {
    let rule = ReasonRule.required(pattern: "^(([a-z]+)+ ?)+$")
    try withStore(.thing(reasonRule: rule)) { store in
      let reason = String(repeating: "a", count: 200_000)
      _ = try store.write(by: "a", because: reason, [.new("a")])
      #expect(code { _ = try store.write(by: "a", because: reason + "!", [.new("b")]) } == .badData)
    }
  }

  @Test func `that cannot be kept is refused`() throws {
    let long = String(repeating: "a", count: 1001)
    for rule in [
      ReasonRule(minimumLength: 0), ReasonRule(minimumLength: 1_000_001),
      ReasonRule(pattern: "("), ReasonRule(pattern: long), ReasonRule(pattern: "(a)\\1"),
    ] {
      try withStore { store in
        #expect(
          code { try store.write([.define(.thing(reasonRule: rule))]) } == .usage,
          "\(rule)"
        )
      }
    }
  }

  @Test func `keeps a field as the record was created`() throws {
    let code = FieldDefinition("code", .text, Rules(isImmutable: true))
    try withStore(.thing(code, FieldDefinition("n", .int))) { store in
      try store.write([.new("a", ["code": .text("x")]), .new("b"), .new("c", ["code": .null])])
      for (id, value) in [
        ("a", Value.text("y")), ("a", .null), ("b", .text("x")), ("c", .text("x")),
      ] {
        let error = refusal { try store.write([.set(ExactString(id), ["code": value])]) }
        #expect(error?.code == .badData, "\(id) \(value)")
        #expect(error?.field == "code")
      }
      #expect(refusal { try store.write([.set("a", ["code": nil])]) }?.field == "code")
      #expect(refusal { try store.write([.replace("a", ["n": .int(1)])]) }?.field == "code")
      // The same value is no change, and other fields may change.
      try store.write([.put("a", ["code": .text("x"), "n": .int(1)])])
      // A new life begins with what it is given.
      try store.write([.remove("a"), .new("a", ["code": .text("y")])])
      #expect(try store.record("a")?["code"] == .text("y"))
    }
  }

  @Test func `holds for what is put back, too`() throws {
    let code = FieldDefinition("code", .text)
    try withStore(.thing(code)) { store in
      try store.write([.new("a", ["code": .text("x")])])
      try store.write([.set("a", ["code": .text("y")])])
      let fixed = try store.type("thing").changed(reasonRule: .required) { fields, _ in
        fields[0].rules.isImmutable = true
      }
      try store.write([.redefine(fixed)])
      let subject = Reversal.Subject.commit(3)
      #expect(AnnalsTests.code { try store.reverse(subject, by: "ann", because: "x") } == .badData)
      _ = try store.write(by: "ann", because: "away", [.remove("a")])
      let deletion = Reversal.Subject.deletion(type: "thing", id: "a")
      #expect(AnnalsTests.code { try store.reverse(deletion, by: "ann") } == .badData)
      try store.reverse(deletion, by: "ann", because: "back")
      #expect(try store.record("a")?["code"] == .text("y"))
    }
  }

  @Test func `does not keep a new field from being filled with its default`() throws {
    try withStore(.thing(FieldDefinition("n", .int))) { store in
      try store.write([.new("a")])
      let rules = Rules(isRequired: true, isImmutable: true, defaultValue: .text("none"))
      let changed = try store.type("thing").changed { fields, _ in
        fields.append(FieldDefinition("code", .text, rules))
      }
      try store.write([.redefine(changed)])
      #expect(try store.record("a")?["code"] == .text("none"))
      #expect(code { try store.write([.set("a", ["code": .text("x")])]) } == .badData)
    }
  }
}
