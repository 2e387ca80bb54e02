import Annals
import Foundation
import TestSupport

/// A store and its kin: stores whose views and snapshots can get among its own.
struct FaultScene {
  /// Whose views or snapshots are put in the place of the store's.
  enum Kin: CaseIterable, Sendable {
    /// The store itself as it was at an earlier moment.
    case older
    /// A store that has nothing to do with it.
    case foreign
    /// A copy of it that went on further.
    case future
    /// A copy of it from an earlier moment that went another way since.
    case otherWay
  }

  /// A copy of the store, and how its history goes on from there.
  private struct Moment {
    let path: String
    let history: RandomHistory
    let model: Model
  }

  private static let files = FileManager.default

  let folder: String
  private var moments: [Moment] = []
  private var count = 0

  /// The store.
  var store: String { folder + "/store" }
  var views: String { store + "/views" }
  var snapshots: String { store + "/snapshots" }

  /// Prepares for a store that is to be made in a folder.
  ///
  /// - Parameter random: makes up the foreign store.
  init(in folder: String, _ random: inout SeededGenerator) throws {
    self.folder = folder
    var history = RandomHistory(SeededGenerator(seed: random.next()), redefinedAfter: [9])
    let foreign = try Store.create(at: folder + "/foreign", .quick)
    var model = Model()
    try history.write(10 + random.index(below: 20), to: [foreign], &model)
    try Self.finish(foreign)
  }

  /// Copies the store, which is closed, as it is at this moment.
  mutating func keep(_ history: RandomHistory, _ model: Model) throws {
    let path = try copy(of: store)
    moments.append(Moment(path: path, history: history, model: model))
    guard moments.count > 3 else { return }
    // The last moment, and two of all those before it.
    let left = moments.remove(at: count % (moments.count - 1))
    try Self.files.removeItem(atPath: left.path)
  }

  /// Runs `body` with the folder of a closed relative, which then goes away.
  mutating func with(
    _ kin: Kin,
    _ random: inout SeededGenerator,
    _ body: (_ path: String, inout SeededGenerator) throws -> Void
  ) throws {
    guard kin != .foreign else { return try body(folder + "/foreign", &random) }
    guard let last = moments.last else { return }
    let moment =
      kin == .future ? last : random.pick(Array(moments.prefix(max(moments.count - 1, 1))))
    let path = try copy(of: moment.path)
    if kin != .older {
      var (history, model) = (moment.history, moment.model)
      // Another seed: the store itself goes on in another way.
      history.random = SeededGenerator(seed: random.next())
      let store = try Store.open(at: path, .quick)
      // Not as far as the store or further.
      let ahead = last.history.count - moment.history.count
      try history.write(1 + random.index(below: ahead + 8), to: [store], &model)
      try Self.finish(store)
    }
    try body(path, &random)
    try Self.files.removeItem(atPath: path)
  }

  /// Gives a store what can be mixed up, and closes it.
  private static func finish(_ store: Store) throws {
    try store.catchUp()
    try store.snapshot()
    store.close()
  }

  private mutating func copy(of path: String) throws -> String {
    count += 1
    let copy = folder + "/copy-\(count)"
    try Self.files.copyItem(atPath: path, toPath: copy)
    return copy
  }
}
