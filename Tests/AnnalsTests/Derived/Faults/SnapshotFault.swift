import Annals
import ByteCoding
import EventLog
import Foundation
import TestSupport

/// What can become of a file in `snapshots/`, also while the store is open.
enum SnapshotFault: Sendable {
  /// One of another store is there, too.
  case replaced(FaultScene.Kin)
  /// One has the name of another.
  case renamed
  case cutOff, flipped, zeroed, filled
  /// A newer version of Annals wrote it.
  case futureFormat
  case gone, allGone
  /// Something that is no snapshot has the name of one.
  case empty, garbage

  private static let ofFiles: [Self] = [
    .renamed, .cutOff, .flipped, .zeroed, .filled, .futureFormat, .gone, .allGone, .empty, .garbage,
  ]

  /// Any of them; those that come in many kinds more often.
  static func any(_ random: inout SeededGenerator) -> Self {
    random.oneIn(3) ? .replaced(random.pick(FaultScene.Kin.allCases)) : random.pick(ofFiles)
  }

  private static let files = FileManager.default

  private static func names(in folder: String) -> [String] {
    ((try? files.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(".snapshot") }
      .sorted()
  }

  /// A name that a snapshot may have.
  private static func name(_ random: inout SeededGenerator) -> String {
    let digits = "\(random.index(below: 60))"
    return "r" + String(repeating: "0", count: 20 - digits.count) + digits + ".snapshot"
  }

  /// Lets it happen.
  func happen(in scene: inout FaultScene, _ random: inout SeededGenerator) throws {
    let folder = scene.snapshots
    try? Self.files.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let other = folder + "/" + Self.name(&random)
    switch self {
    case .replaced(let kin):
      return try scene.with(kin, &random) { path, random in
        for name in Self.names(in: path + "/snapshots") where random.oneIn(2) {
          try? Self.files.removeItem(atPath: folder + "/" + name)
          try Self.files.copyItem(atPath: path + "/snapshots/" + name, toPath: folder + "/" + name)
        }
      }
    case .allGone: return try Self.files.removeItem(atPath: folder)
    case .empty: return try Data().write(to: URL(fileURLWithPath: other))
    case .garbage:
      let bytes = (0..<random.index(below: 9999)).map { _ in
        UInt8(truncatingIfNeeded: random.next())
      }
      return try Data(bytes).write(to: URL(fileURLWithPath: other))
    default: break
    }
    let names = Self.names(in: folder)
    guard !names.isEmpty else { return }
    let path = folder + "/" + random.pick(names)
    switch self {
    case .gone: try Self.files.removeItem(atPath: path)
    case .renamed:
      let target = random.oneIn(2) ? other : folder + "/" + random.pick(names)
      guard target != path else { return }
      try? Self.files.removeItem(atPath: target)
      try Self.files.moveItem(atPath: path, toPath: target)
    default:
      var data = try Data(contentsOf: URL(fileURLWithPath: path))
      damage(&data, &random)
      try data.write(to: URL(fileURLWithPath: path))
    }
  }

  private func damage(_ data: inout Data, _ random: inout SeededGenerator) {
    guard !data.isEmpty else { return }
    let place = random.index(below: data.count)
    let stretch = place..<min(place + 1 + random.index(below: 4096), data.count)
    switch self {
    case .cutOff: data.removeLast(data.count - place)
    case .flipped:
      for _ in 0..<random.pick([1, 1, 5]) {
        data[random.index(below: data.count)] ^= 1 << UInt8(random.index(below: 8))
      }
    case .zeroed: data.resetBytes(in: stretch)
    case .filled: for index in stretch { data[index] = UInt8(truncatingIfNeeded: random.next()) }
    case .futureFormat: Self.raiseFormat(of: &data)
    default: break
    }
  }

  /// Writes the next form's number into the header, whose checksum is right again.
  private static func raiseFormat(of data: inout Data) {
    let header = 81
    guard data.count >= header else { return }
    data[16] += 1
    let bytes = Array(data.prefix(header - 8))
    var checksum = ByteWriter()
    checksum.appendFixed(Checksum.of(bytes.span))
    data.replaceSubrange(header - 8..<header, with: checksum.bytes)
  }
}
