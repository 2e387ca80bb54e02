/// Where workers live.
public protocol Workplace {
  /// Opens a store in a folder that exists and keeps it open for turns.
  func worker(_ engine: any Engine.Type, in folder: String, _ workload: Workload) throws
    -> any TurnTaker

  /// Opens a closed store, reads the first page of an owner and goes.
  func open(_ engine: any ReadableEngine.Type, in folder: String, owner: String) throws -> OpenTime
}

/// Someone who does turns with an engine.
public protocol TurnTaker {
  /// Does a turn and reports.
  func perform(_ turn: Turn) throws -> TurnReport
}

extension Worker: TurnTaker {}

/// How long it took to open a store and to read a page, in seconds.
public struct OpenTime: Sendable, Hashable {
  /// From the start of a process to its end.
  public var process: Double
  /// Within it, from before opening until the page was there.
  public var inside: Double

  /// Makes a time.
  public init(process: Double, inside: Double) {
    self.process = process
    self.inside = inside
  }
}
