import Annals
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct `A type that changes again and again` {
  /// The values of all records, by id and by what each field stays.
  private typealias Model = [String: [Int: Content]]

  private enum Content: Equatable {
    case number(Int)
    case text(String)
  }

  /// What a record reads as under the layout that holds now.
  private func record(_ id: String, _ values: [Int: Content]) -> Evolving {
    var record = Evolving(id: id)
    for field in Evolving.layout.fields {
      switch (field.kind, values[field.identity]) {
      case (.int, .number(let number)?): record.ints[field.place] = number
      case (.decimal, .number(let number)?): record.decimals[field.place] = Decimal(number)
      case (.text, .text(let text)?): record.texts[field.place] = text
      default: break
      }
    }
    return record
  }

  /// Makes a record anew, changes one, or deletes one.
  private func change(_ store: Store, _ model: inout Model, using generator: inout SeededGenerator)
    throws
  {
    let id = "e\(generator.index(below: 6))"
    if generator.oneIn(5) {
      try store.write(by: "test") { _ = try $0.deleteIfPresent(Evolving.self, id) }
      model[id] = nil
      return
    }
    var values = model[id] ?? [:]
    for field in Evolving.layout.fields where generator.oneIn(2) {
      let number = generator.index(below: 100)
      values[field.identity] =
        generator.oneIn(4) ? nil : field.kind == .text ? .text("t\(number)") : .number(number)
    }
    let record = record(id, values)
    try store.write(by: "test") { _ = try $0.save(record) }
    model[id] = values
  }

  @Test func `reads as it is now at every point of its past`() throws {
    var generator = SeededGenerator()
    for _ in 0..<rounds(4) {
      try withFolder { folder in
        var layout = Layout()
        layout.evolve(using: &generator)
        var model: Model = [:]
        /// The values after each commit, from r0 on.
        var past: [Model] = [[:]]
        for _ in 0..<10 {
          for _ in 0..<generator.index(below: 3) { layout.evolve(using: &generator) }
          try Evolving.$layout.withValue(layout) {
            // A layout may be one that the type had before.
            let back = options { $0.earlierTypes = .restored }
            try opened(folder, for: Evolving.self, back) { (store) throws in
              func note() throws {
                let head = try Int(store.head().revision.rawValue)
                while past.count <= head { past.append(model) }
              }
              // What brought the type to this layout changed no record.
              try note()
              for _ in 0..<generator.index(below: 6) {
                try change(store, &model, using: &generator)
                try note()
              }
              for (revision, wanted) in past.enumerated() {
                let found = try store.at(.revision(Revision(UInt64(revision)))).fetch(Evolving.self)
                let expected = wanted.sorted { $0.key < $1.key }.map { record($0.key, $0.value) }
                #expect(found == expected, "r\(revision)")
              }
              for (id, values) in model {
                #expect(try store.history(of: Evolving.self, id).last?.new == record(id, values))
              }
              #expect(try store.migrationPlan(for: Evolving.self).isEmpty)
            }
          }
        }
      }
    }
  }
}
