import Annals
import Foundation
import TestSupport
import Testing

/// Random histories with random faults in all that is derived from the log.
///
/// Whatever becomes of `views/` and `snapshots/`, every answer is that of the model: of the present and the past, by
/// replay, after a rebuild, from a snapshot, exported and imported, and in another process. Only a walk that met
/// damage after its first record says that it was interrupted; asked again it is right. The log stays as it is.
@Suite struct FaultPropertyTests {
  @Test(arguments: 1...2) func `faults in what is derived change no answer`(
    _ number: Int
  ) async throws {
    try await withFolder { folder in
      var run = try FaultRun(in: folder, SeededGenerator())
      defer { run.end() }
      do {
        for round in 1...rounds(8) {
          try run.live()
          for _ in 0..<4 {
            try run.harm()
            try run.read()
          }
          // Once another process is the first to meet the faults.
          if round == 4 {
            try run.harm()
            await Self.read(run.scene.store, run.seed, run.history.count)
          }
        }
        try run.askEverything()
      } catch {
        Issue.record(error, "\(run.story.joined(separator: ", "))")
      }
    }
  }

  /// Reads a closed store in another process, which makes up the same history.
  private static func read(_ path: String, _ seed: UInt64, _ commits: Int) async {
    await #expect(processExitsWith: .success) {
      [path = path as String, seed = seed as UInt64, commits = commits as Int] in
      let model = try FaultRun.model(seed: seed, commits: commits)
      let store = try Store.open(at: path, .quick)
      var random = SeededGenerator(seed: seed)
      let check = StoreCheck(store: store, model: model, sampling: &random)
      try check.lists(at: model.head, isHead: true)
      for _ in 0..<4 {
        let point = Revision(UInt64(random.index(below: Int(model.head.rawValue) + 1)))
        try check.lists(at: point)
        try check.replay(to: point, useSnapshots: true)
      }
      try check.histories()
      store.close()
    }
  }
}
