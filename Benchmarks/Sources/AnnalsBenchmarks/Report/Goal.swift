/// What a figure of the suite should reach, and beside whom.
public struct Goal: Sendable, Hashable {
  /// The figure's name.
  public var name: String
  /// The engine that the bar means; nil where it means the value alone, or the only peer.
  public var peer: String?
  /// How much.
  public var bar: Bar

  init(_ name: String, _ bar: Bar, beside peer: String? = nil) {
    self.name = name
    self.peer = peer
    self.bar = bar
  }

  /// The bars of everything that is measured side by side; those of a long history stand in its rows.
  static let sideBySide = [
    Goal("commit-10000", .better(10), beside: "sqlite"),
    Goal("commit-10000", .better(0.2), beside: "lmdb"),
    Goal("commit-100", .better(8), beside: "sqlite"),
    Goal("commit-1", .better(1), beside: "sqlite"),
    Goal("commit-1", .better(0.9), beside: "lmdb"),
    Goal("writers-64", .better(15), beside: "sqlite"),
    Goal("mixed", .better(1.2), beside: "sqlite"),
    Goal("page", .better(5), beside: "sqlite"),
    Goal("page-structs", .better(1), beside: "sqlite"),
    Goal("page-structs", .better(5), beside: "sqlite-records"),
    Goal("get", .better(2), beside: "sqlite"),
  ]
}
