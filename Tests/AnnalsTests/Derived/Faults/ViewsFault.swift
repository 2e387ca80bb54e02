import Annals
import Foundation
import TestSupport

/// What can become of the folder `views/` of a closed store.
enum ViewsFault: Sendable {
  case replaced(FaultScene.Kin), damaged(ValueDamage)
  /// The data end somewhere: at no byte, within a page or between two.
  case cutOff
  /// The data are anything.
  case garbage
  /// The data say that another version of LMDB wrote them.
  case otherLMDB
  case folderGone, dataGone, lockGone, markerGone
  /// The table of those who read is anything.
  case garbageLock
  /// The marker says that the machine stopped since.
  case otherBoot

  private static let ofFiles: [Self] = [
    .cutOff, .garbage, .otherLMDB, .folderGone, .dataGone, .lockGone, .markerGone, .garbageLock,
    .otherBoot,
  ]

  /// Any of them; those that come in many kinds more often.
  static func any(_ random: inout SeededGenerator) -> Self {
    switch random.index(below: 3) {
    case 0: .replaced(random.pick(FaultScene.Kin.allCases))
    case 1: .damaged(random.pick(ValueDamage.allCases))
    default: random.pick(ofFiles)
    }
  }

  private static let files = FileManager.default

  /// Lets it happen.
  func happen(in scene: inout FaultScene, _ random: inout SeededGenerator) throws {
    let views = scene.views
    let data = views + "/data.mdb"
    switch self {
    case .replaced(let kin):
      // All of the folder, or only what holds the data.
      let name = random.oneIn(3) ? "/views/data.mdb" : "/views"
      try scene.with(kin, &random) { [store = scene.store] path, _ in
        try? Self.files.createDirectory(atPath: views, withIntermediateDirectories: false)
        try Self.remove(store + name)
        try? Self.files.copyItem(atPath: path + name, toPath: store + name)
      }
    case .damaged(let damage):
      // What does not open any more is damaged enough.
      do { try damage.happen(to: views, &random) } catch is StoreError {}
    case .cutOff:
      try Self.change(data) { bytes in
        let length = random.index(below: bytes.count + 1)
        bytes.removeLast(bytes.count - random.pick([0, length, length / 4096 * 4096]))
      }
    case .garbage:
      try Self.change(data) { bytes in
        bytes = Data(bytes.map { _ in UInt8(truncatingIfNeeded: random.next()) })
      }
    case .otherLMDB:
      try Self.change(data) { bytes in
        // The version stands behind the page's head of 16 bytes and a mark of 4, in both of the first pages.
        for place in [20, 4096 + 20] where place < bytes.count { bytes[place] ^= 2 }
      }
    case .folderGone: try Self.remove(views)
    case .dataGone: try Self.remove(data)
    case .lockGone: try Self.remove(views + "/lock.mdb")
    case .markerGone: try Self.remove(views + "/unsynced")
    case .garbageLock:
      try Self.change(views + "/lock.mdb") { $0 = Data($0.map { $0 ^ 0xA5 }) }
    case .otherBoot:
      try? Data("another boot".utf8).write(to: URL(fileURLWithPath: views + "/unsynced"))
    }
  }

  private static func remove(_ path: String) throws {
    guard files.fileExists(atPath: path) else { return }
    try files.removeItem(atPath: path)
  }

  /// Changes a file, unless an earlier fault took it away.
  private static func change(_ path: String, _ body: (inout Data) -> Void) throws {
    guard var data = try? Data(contentsOf: URL(fileURLWithPath: path)) else { return }
    body(&data)
    try data.write(to: URL(fileURLWithPath: path))
  }
}
