import Annals
import Foundation
import Testing

/// Readers that may not write where the store lies.
///
/// They start as root and become somebody else, in a process of their own.
@Suite(.enabled(if: getuid() == 0, "only root can become another user"))
struct OtherUserTests {
  private static let nobody: uid_t = 65_534

  /// How far the views are when the other user comes.
  enum Views: Int, CaseIterable, Sendable { case current, behind, none, damaged, otherBoot }

  @Test(arguments: Views.allCases) func `reads work, and writes say that they may not be`(
    _ views: Views
  ) async throws {
    try await withFolder { folder in
      try SampleStore.make(
        at: folder + "/s",
        snapshots: [2],
        views: views == .behind ? 3 : 5
      )
      let path = folder + "/s/views"
      switch views {
      case .current, .behind: break
      case .none: try FileManager.default.removeItem(atPath: path)
      case .damaged:
        try Data(repeating: 0xA5, count: 50_000).write(to: URL(fileURLWithPath: path + "/data.mdb"))
      case .otherBoot: try Data("x".utf8).write(to: URL(fileURLWithPath: path + "/unsynced"))
      }
      await #expect(processExitsWith: .success) { [folder = folder as String] in
        // What the right answers are, from a copy of one's own.
        try FileManager.default.copyItem(atPath: folder + "/s", toPath: folder + "/copy")
        try? FileManager.default.removeItem(atPath: folder + "/copy/views")
        let copy = try Store.open(at: folder + "/copy", .quick)
        let wanted = try SampleStore.answers(of: copy)
        copy.close()
        setuid(OtherUserTests.nobody)
        #expect(code { _ = try Store.open(at: folder + "/s", .quick) } == .permission)
        #expect(code { _ = try Store.create(at: folder + "/new") } == .permission)
        let store = try Store.open(at: folder + "/s", .readOnly)
        let answers = try SampleStore.answers(of: store)
        #expect(answers == wanted)
        #expect(code { try store.write([.new("x")]) } == .readOnly)
        #expect(code { try store.snapshot() } == .readOnly)
        try store.rebuild()
        let records = try store.count(Query("thing"))
        #expect(records == 31)
        store.close()
      }
      let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/s")
      #expect(names.allSatisfy { ["log", "views", "snapshots"].contains($0) })
    }
  }

  @Test func `a store in a folder that is closed to one is not said to be missing`() async throws {
    try await withFolder { folder in
      try SampleStore.make(at: folder + "/s")
      chmod(folder + "/s", 0o700)
      await #expect(processExitsWith: .success) { [folder = folder as String] in
        setuid(OtherUserTests.nobody)
        #expect(code { _ = try Store.open(at: folder + "/s") } == .permission)
        #expect(code { _ = try Store.open(at: folder + "/s", .readOnly) } == .permission)
        #expect(code { _ = try Store.open(at: folder + "/t", .readOnly) } == .noStore)
      }
    }
  }

  @Test func `a reader without a lock sees whole commits beside a quick writer`() async throws {
    try await withFolder { folder in
      try Transfers.make(at: folder + "/s")
      let store = try Store.open(at: folder + "/s", .quick)
      defer { store.close() }
      let isOver = folder + "/over"
      let writer = Background {
        while !FileManager.default.fileExists(atPath: isOver) {
          try Transfers.run(1, in: store, by: "quick")
        }
      }
      await #expect(processExitsWith: .success) { [folder = folder as String] in
        setuid(OtherUserTests.nobody)
        for _ in 0..<3 {
          let store = try Store.open(at: folder + "/s", .readOnly)
          var last = Revision.zero
          for _ in 0..<20 {
            do {
              let revision = try Transfers.check(store)
              #expect(revision >= last)
              last = revision
            } catch let error as StoreError where error.code == .busy {
              // Without a lock a reader can only give up and say so.
            }
          }
          store.close()
        }
      }
      try Data().write(to: URL(fileURLWithPath: isOver))
      writer.wait()
      try Transfers.check(store)
    }
  }
}
