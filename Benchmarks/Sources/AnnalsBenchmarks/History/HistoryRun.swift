#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// One run: a long history and a short one, hot records, and what they cost.
///
/// Stores that are there already are measured as they are: making ten million events takes most of the time.
public struct HistoryRun {
  /// How much is done.
  public let plan: HistoryPlan
  /// Where jobs are done.
  public let workplace: any HistoryWorkplace
  /// An existing folder that gets a folder for each store.
  public let folder: String
  /// Told what is being done.
  public let progress: (String) -> Void

  /// Prepares a run.
  public init(
    _ plan: HistoryPlan,
    workplace: any HistoryWorkplace,
    folder: String,
    progress: @escaping (String) -> Void
  ) {
    self.plan = plan
    self.workplace = workplace
    self.folder = folder
    self.progress = progress
  }

  /// Measures everything.
  ///
  /// What fails, because a store throws or because a replay shows something else than the views, is noted in the
  /// result; what needs it fails too, and the rest is measured.
  public func measure() -> HistoryResult {
    var result = HistoryResult(plan)
    let parts: [(String, (inout HistoryResult) throws -> Void)] = [
      ("making histories", building), ("opening", opening), ("commands", commands),
      ("pages", pages),
      ("differences", differences), ("replays", replays), ("reading all events", walk),
      ("verifying", verifying),
      ("hot records", hotRecords), ("bytes on disk", sizes),
      ("a new view", newView), ("losing views", losingViews), ("importing", importing),
      ("bytes on disk of SQLite", comparingDisk),
    ]
    for (name, part) in parts {
      do { try part(&result) } catch {
        progress("\(name) failed: \(error)")
        result.failures.append(name)
      }
    }
    return result
  }

  private func building(_ result: inout HistoryResult) throws {
    let short = try make("short", .build(events: plan.shortEvents), "making a short history")
    result.add(short, of: HistoryRow.short)
    let long = try make("long", .build(events: plan.events), "making a long history")
    result.add(long, memory: "build")
  }

  private func opening(_ result: inout HistoryResult) throws {
    progress("open: \(Measure.open.meaning)")
    var random = SplitMix64(seed: plan.seed)
    let stores = [(HistoryRow.subject, "long"), (HistoryRow.short, "short")]
    // The first opening is of files that may not be in memory.
    for round in -1..<plan.rounds * plan.opens {
      let owner = plan.workload.owner(&random)
      for (name, store) in round.isMultiple(of: 2) ? stores : stores.reversed() {
        let time = try workplace.open(in: folder + "/" + store, owner: owner)
        guard round >= 0 else { continue }
        result.add(time.process * 1e3, .open, of: name)
        result.add(time.inside * 1e3, .openInside, of: name)
      }
    }
  }

  private func commands(_ result: inout HistoryResult) throws {
    for store in CommandStore.allCases {
      let plan = store.plan(plan)
      let people = Text.grouped(plan.people) + " people"
      let history = HistoryJob.build(events: plan.events)
      _ = try make(store.rawValue, history, "making \(people)", under: plan)
      let what = "commands as whole processes upon \(people)"
      let answer = try perform(.commands, store.rawValue, what, under: plan)
      let starts = answer.values[TimedCommand.start.rawValue] ?? []
      for command in TimedCommand.questions {
        let measure = command.measure(store)
        for time in answer.values[command.rawValue] ?? [] { result.add(time, measure) }
        for time in starts { result.add(time, measure, of: HistoryRow.start) }
      }
    }
  }

  private func pages(_ result: inout HistoryResult) throws {
    let job = HistoryJob.pages(events: plan.events)
    result.add(try perform(job, "long", "pages at random points"), memory: "page-at")
    result.copy(.pageAtHead, as: .pageAt, of: HistoryRow.head)
  }

  private func differences(_ result: inout HistoryResult) throws {
    let job = HistoryJob.differences(events: plan.events)
    result.add(try perform(job, "long", "differences of two points"))
  }

  private func replays(_ result: inout HistoryResult) throws {
    let job = HistoryJob.replay(events: plan.events)
    result.add(try perform(job, "long", "replays"), memory: "replay")
  }

  private func walk(_ result: inout HistoryResult) throws {
    result.add(try perform(.walk, "long", "reading all events"), memory: "export")
  }

  private func verifying(_ result: inout HistoryResult) throws {
    result.add(try perform(.verify, "long", "comparing the views with the log"), memory: "verify")
  }

  private func hotRecords(_ result: inout HistoryResult) throws {
    for (rewrites, store) in [(plan.rewrites, "hot"), (plan.versions, "versions")] {
      let what = "rewriting one record \(Text.grouped(rewrites)) times"
      _ = try make(store, .buildHot(rewrites: rewrites), what)
    }
    result.add(try perform(.hotPages(rewrites: plan.rewrites), "hot", "pages with a hot record"))
    result.copy(.hotPageAtHead, as: .hotPageAt, of: HistoryRow.head)
    result.add(try perform(.records(rewrites: plan.versions), "versions", "one record at points"))
  }

  private func sizes(_ result: inout HistoryResult) throws {
    let events = Double(HistoryLayout(plan, events: plan.events).eventCount)
    let store = AnnalsEngine.path(in: folder + "/long")
    result.add(Double(try Kernel.bytesOnDisk(under: store)) / events, .disk)
    for part in HistoryRow.parts {
      let bytes = try Kernel.bytesOnDisk(under: store + "/" + part)
      result.add(Double(bytes) / events, .disk(of: part))
    }
  }

  private func newView(_ result: inout HistoryResult) throws {
    result.add(try perform(.newView, "long", "a view that comes to all records"), memory: "view")
  }

  /// Once from the first commit, last, since that leaves views that know all of the past.
  private func losingViews(_ result: inout HistoryResult) throws {
    for _ in 0..<plan.rounds {
      result.add(try perform(.ready(fromSnapshot: true), "long", "losing views with a snapshot"))
    }
    let answer = try perform(.ready(fromSnapshot: false), "long", "losing views without snapshots")
    result.add(answer, of: HistoryRow.beginning, memory: "rebuild")
  }

  private func importing(_ result: inout HistoryResult) throws {
    let lines = Text.grouped(plan.lines)
    _ = try make("lines", .writeLines(count: plan.lines), "writing \(lines) change events")
    let job = HistoryJob.importLines(count: plan.lines)
    result.add(try perform(job, "lines", "importing \(lines) change events"), memory: "import")
  }

  private func comparingDisk(_ result: inout HistoryResult) throws {
    let layout = HistoryLayout(plan, events: plan.events)
    _ = try make("sqlite", .buildPeer(events: plan.events), "giving SQLite the same events")
    let bytes = try Kernel.bytesOnDisk(under: folder + "/sqlite")
    result.add(Double(bytes) / Double(layout.eventCount), .disk, of: HistoryRow.sqlite)
  }

  /// Makes a store under another name, which it loses once it is whole; what came of it is kept beside it.
  ///
  /// - Returns: what came of it, now or in an earlier run that left the store there.
  private func make(
    _ store: String,
    _ job: HistoryJob,
    _ what: String,
    under plan: HistoryPlan? = nil
  ) throws -> HistoryAnswer {
    let files = FileManager.default
    let place = folder + "/" + store
    let note = URL(filePath: place + ".json")
    if files.fileExists(atPath: place) {
      return try JSONDecoder().decode(HistoryAnswer.self, from: Data(contentsOf: note))
    }
    let unfinished = place + ".unfinished"
    if files.fileExists(atPath: unfinished) { try files.removeItem(atPath: unfinished) }
    try files.createDirectory(atPath: unfinished, withIntermediateDirectories: true)
    progress(what)
    let answer = try workplace.perform(job, plan ?? self.plan, in: unfinished)
    try JSONEncoder().encode(answer).write(to: note)
    try files.moveItem(atPath: unfinished, toPath: place)
    return answer
  }

  private func perform(
    _ job: HistoryJob,
    _ store: String,
    _ what: String,
    under plan: HistoryPlan? = nil
  ) throws -> HistoryAnswer {
    progress(what)
    return try workplace.perform(job, plan ?? self.plan, in: folder + "/" + store)
  }
}
