import Annals
import Foundation
import TestSupport
import Testing

private struct Note: Record, Equatable {
  var id: Int
  var owner: String
  var rank: Int
  var text: String?

  static let schema = Schema<Note>("note") {
    Field("owner", \.owner)
    Field("rank", \.rank)
    Field("text", \.text)
    View("by-owner", of: \.owner, sortedBy: \.rank)
  }
}

@Suite struct `Pages of Swift values that are read again and again` {
  private static let owners = ["ann", "bob", "nobody"]

  private func page(_ owner: String, _ limit: Int?, _ offset: Int) -> FetchDescriptor<Note> {
    var page = FetchDescriptor<Note>(
      predicate: #Predicate { $0.owner == owner },
      sortBy: [SortDescriptor(\.rank)]
    )
    page.fetchLimit = limit
    page.fetchOffset = offset
    return page
  }

  private func expected(_ notes: [Int: Note], _ owner: String, _ limit: Int?, _ offset: Int)
    -> [Note]
  {
    // Ids are sorted as the texts that they are kept as.
    let all = notes.values.filter { $0.owner == owner }
      .sorted { ($0.rank, "\($0.id)") < ($1.rank, "\($1.id)") }
    return Array(all.dropFirst(offset).prefix(limit ?? .max))
  }

  @Test func `are what is kept, whatever was written between`() throws {
    var generator = SeededGenerator()
    try withFolder { folder in
      let store = try Store.open(at: folder, for: Note.self, options: options { _ in })
      defer { store.close() }
      var notes: [Int: Note] = [:]
      func change() -> Note {
        Note(
          id: generator.index(below: 400),
          owner: generator.pick(Array(Self.owners.prefix(2))),
          rank: generator.index(below: 50),
          text: generator.oneIn(3) ? nil : "text \(generator.index(below: 1000))"
        )
      }
      // So much is taken into the views; what comes later waits for them, and is merged into what they show.
      for round in 0..<rounds(60) {
        let changes = (0..<(round % 20 == 0 ? 3000 : generator.index(below: 4))).map { _ in change()
        }
        try store.write(by: "test") { transaction in
          for note in changes { try transaction.save(note) }
        }
        for note in changes { notes[note.id] = note }
        if generator.oneIn(3), let id = notes.keys.min() {
          try store.delete(Note.self, id, by: "test")
          notes[id] = nil
        }
        for owner in Self.owners {
          for (limit, offset) in [(5, 0), (nil, 0), (5, 3), (0, 0), (1000, 390), (50, 0)] {
            let wanted = expected(notes, owner, limit, offset)
            for _ in 0..<2 {
              var found = try store.fetch(page(owner, limit, offset))
              #expect(found == wanted, "\(owner) \(limit ?? -1) \(offset) in round \(round)")
              // A page belongs to whoever asked for it.
              for index in found.indices { found[index].text = "changed" }
            }
            let ids = try store.read { try $0.fetch(page(owner, limit, offset)).map(\.id) }
            #expect(ids == wanted.map(\.id))
          }
        }
      }
    }
  }
}
