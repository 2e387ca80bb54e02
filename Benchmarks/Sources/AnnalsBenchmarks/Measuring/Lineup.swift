#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The engines of a run, each opened by a worker of its own in a folder of its own, with the same people in all.
struct Lineup {
  /// One engine.
  struct Place {
    let engine: any Engine.Type
    let folder: String
    let worker: any TurnTaker
    var name: String { engine.description.name }
  }

  /// In the order of the table.
  let places: [Place]
  private let progress: (String) -> Void

  /// Opens the engines and creates the workload's people in each.
  ///
  /// - Parameter folder: an existing one that gets a folder for each engine.
  /// - Throws: whatever the engines throw.
  init(
    _ engines: [any Engine.Type],
    _ workplace: any Workplace,
    in folder: String,
    _ workload: Workload,
    progress: @escaping (String) -> Void
  ) throws {
    places = try engines.map { engine in
      let folder = folder + "/" + engine.description.name
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      return Place(
        engine: engine,
        folder: folder,
        worker: try workplace.worker(engine, in: folder, workload)
      )
    }
    self.progress = progress
    progress("loading \(Text.grouped(workload.records)) people into each engine")
    let size = min(10_000, workload.records)
    let load = Turn.commits(count: (workload.records + size - 1) / size, size: size)
    for place in places { _ = try place.worker.perform(load) }
  }

  /// Whose turn it is first, second …: every second round goes backwards.
  func order(in round: Int) -> [Place] { round.isMultiple(of: 2) ? places : places.reversed() }

  /// Gives every engine the same turn, round after round.
  ///
  /// - Parameters:
  ///   - what: what is done, for people.
  ///   - note: gets each engine's name and report.
  func inTurns(
    _ rounds: Int,
    _ what: String,
    _ turn: Turn,
    _ note: (String, TurnReport) -> Void
  ) throws {
    for round in 0..<rounds {
      progress("round \(round + 1) of \(rounds), \(what)")
      for place in order(in: round) { note(place.name, try place.worker.perform(turn)) }
    }
  }
}
