@testable import Annals
import Foundation
import Records
import Testing

/// Foundation's sort descriptors as orders of the store.
@Suite struct PredicatesSortTests {
  private static func key(_ descriptor: SortDescriptor<Thing>) throws -> SortKey? {
    let definition = try Thing.schema.definition()
    let binding = try TypeBinding(Thing.schema, definition)
    return SortKey(descriptor) { binding.field($0, under: definition) }
  }

  @Test func `a descriptor becomes the order of its field`() throws {
    #expect(try Self.key(SortDescriptor(\.name)) == SortKey(field: 1))
    #expect(try Self.key(SortDescriptor(\.name, comparator: .lexical)) == SortKey(field: 1))
    #expect(
      try Self.key(SortDescriptor(\.nick, order: .reverse))
        == SortKey(field: 2, isDescending: true)
    )
    #expect(try Self.key(SortDescriptor(\.date)) == SortKey(field: 10))
  }

  @Test func `what the store has another order for, or none, is left to Swift`() throws {
    #expect(try Self.key(SortDescriptor(\.place)) == nil)
    #expect(try Self.key(SortDescriptor(\.name.count)) == nil)
    #expect(try Self.key(SortDescriptor(\.id)) == nil)
  }
}
