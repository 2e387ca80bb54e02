import Annals
import EventLog
import JSONText
import Testing

@Suite(.enabled(if: RealData.isThere, Comment(rawValue: RealData.absence)))
struct `Real files` {
  let history: ImportedHistory

  init() throws { history = try ImportedHistory.files.get() }

  @Test(arguments: Route.allCases)
  func `each state and each file's trail is right`(route: Route) throws {
    try history.check(route, alsoReading: expectTrails)
  }

  /// Compares the histories of single files: who did what and when.
  private func expectTrails(in store: Store) throws {
    for file in try RealData.lines("files-nats-server/trail.jsonl") {
      var found: [String] = []
      var mode = ""
      var sha = ""
      try store.events(of: "files", ExactString(file.text("id"))) { event in
        for change in event.changes {
          if change.field.name == "mode" { mode = change.new?.text ?? "000000" }
          if change.field.name == "sha" {
            sha = change.new?.text ?? String(repeating: "0", count: 40)
          }
        }
        let time = event.commit.time.seconds * 1000
        let commit = event.commit
        found.append(
          "\(event.op) \(time) \(commit.actor) \(commit.reason ?? "") \(mode) \(sha)"
        )
        return true
      }
      let names = ["c": "create", "u": "update", "d": "delete"]
      let expected = (file.member("trail")?.elements ?? []).map { step in
        "\(names[step.text("op")] ?? "") \(step.whole("ts_ms")) \(step.text("who")) "
          + "\(step.text("commit")) \(step.text("mode")) \(step.text("sha"))"
      }
      #expect(found == expected, "\(file.text("id"))")
    }
  }
}
