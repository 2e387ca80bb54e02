import Annals
import Foundation
import Records
import StoreErrors
import Testing

/// Foundation's sort descriptors as orders of the store.
@Suite struct PredicatesSortTests {
  private static func key(_ descriptor: SortDescriptor<Thing>) throws -> SortKey {
    try SortKey(descriptor, field: Thing.field(Thing.definition()))
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

  @Test func `what the store has no order for is refused by name`() throws {
    for (descriptor, name) in [
      (SortDescriptor(\Thing.place), "place"), (SortDescriptor(\Thing.name.count), nil),
    ] {
      let error = #expect(throws: StoreError.self) { _ = try Self.key(descriptor) }
      #expect(error?.code == .usage && error?.field == name && error?.hints.isEmpty == false)
    }
  }
}
