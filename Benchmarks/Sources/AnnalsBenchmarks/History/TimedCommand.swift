/// A command of `annals` that is measured as a whole process: start, open, answer, end.
enum TimedCommand: String, CaseIterable {
  /// The bare start of the program, which each of the others is compared with.
  case start = "--version"
  case get, list, log
  case recordLog = "log-record"
  case blame, complete

  /// The record that a command is about, and the owner of the list that it is in.
  struct Subject {
    var owner: String
    var id: String
  }

  /// Those that ask a store, for which there are bars.
  static var questions: [TimedCommand] { allCases.filter { $0 != .start } }

  /// Its words behind `annals`.
  func words(about subject: Subject) -> [String] {
    let record = "person/\(subject.id)"
    return switch self {
    case .start: [rawValue]
    case .get: ["get", record]
    case .list:
      [
        "list", "person", "--where", "owner = '\(subject.owner)'", "--sort", "age",
        "--limit", "\(Worker.pageSize)",
      ]
    case .log: ["log", "-n", "20"]
    case .recordLog: ["log", record]
    case .blame: ["blame", record]
    // All but the last letter of the id is there, as it is when a key asks for the rest.
    case .complete: ["__complete", "bash", "--", "get", String(record.dropLast())]
    }
  }

  /// Whether an answer is one.
  func isAnswered(by text: String, about subject: Subject) -> Bool {
    switch self {
    case .start, .log, .blame: !text.isEmpty
    case .get, .list, .recordLog, .complete: text.contains(subject.id)
    }
  }

  /// What a person may have to wait, in milliseconds.
  private var limit: Double { self == .complete ? 50 : 20 }

  /// What is measured of it upon a store.
  func measure(_ store: CommandStore) -> Measure {
    Measure(
      name: "cli-\(rawValue)\(store.suffix)",
      unit: "ms",
      isGreaterBetter: false,
      meaning: "whole process of annals \(whole), \(store.meaning)"
    )
  }

  private var whole: String {
    switch self {
    case .start: rawValue
    case .get: "get of a record"
    case .list: "list of an owner's page of 50 sorted by age"
    case .log: "log of the last 20 events"
    case .recordLog: "log of a record"
    case .blame: "blame of a record"
    case .complete: "completing an id"
    }
  }

  /// The lines of the result.
  static var rows: [HistoryRow] {
    CommandStore.allCases.flatMap { store in
      questions.map { command in
        HistoryRow(
          measure: command.measure(store),
          peer: HistoryRow.start,
          bars: [.atMost(command.limit)],
          durability: "durable"
        )
      }
    }
  }
}

/// The stores that commands are asked about; what they take must not depend on it.
enum CommandStore: String, CaseIterable {
  case large = "records"
  case small = "few-records"

  fileprivate var suffix: String { self == .large ? "" : "-small" }

  fileprivate var meaning: String {
    self == .large ? "many records" : "a hundredth as many records"
  }

  /// How it is made: as many changes of people as there are people.
  func plan(_ plan: HistoryPlan) -> HistoryPlan {
    var own = plan
    own.people = max(100, plan.commandRecords / (self == .large ? 1 : 100))
    own.events = own.people
    // Enough that the views are not at the log's head as a matter of course.
    own.lastCommits = 25
    return own
  }
}
