import PageStore
import StoreErrors

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A time zone: how far its clocks are ahead of UTC at any moment.
struct Zone: Sendable {
  private enum Rule: Sendable {
    case fixed(Int)
    case table(ZoneTable)
    case formula(ZoneFormula)
  }

  /// How the user knows it.
  let name: String
  private let rule: Rule

  /// Coordinated universal time.
  static let utc = Zone(name: "UTC", rule: .fixed(0))

  /// Seconds that clocks are ahead of UTC at a moment, given in seconds since 1970.
  func offset(at seconds: Int64) -> Int {
    switch rule {
    case .fixed(let offset): offset
    case .table(let table): table.offset(at: seconds)
    case .formula(let formula): formula.offset(at: seconds)
    }
  }

  /// The moments at which clocks show a local time, both in seconds since 1970 as if the local time were
  /// UTC: none where clocks jump over it, two where they are put back over it.
  func moments(showing local: Int64) -> [Int64] {
    // Clocks are less than 26 hours off, and no zone has two changes within so short a time.
    let offsets = Set([-Self.reach, 0, Self.reach].map { offset(at: local + $0) })
    return offsets.map { local - Int64($0) }.filter { $0 + Int64(offset(at: $0)) == local }.sorted()
  }

  /// The first moment at which clocks show a local time or, where they jump over it, a later one.
  func firstMoment(from local: Int64) -> Int64 {
    if let moment = moments(showing: local).first { return moment }
    var low = local - Self.reach, high = local + Self.reach
    while low < high {
      let middle = low + (high - low) / 2
      if middle + Int64(offset(at: middle)) >= local { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private static let reach: Int64 = 26 * 3600
}

// MARK: Finding a zone

extension Zone {
  /// The zone that a user names: `Europe/Oslo`, `UTC`, `+02:00`.
  ///
  /// - Throws: `StoreError` (`usage`) for any other name.
  init(named name: String, environment: [String: String]) throws(StoreError) {
    if ["UTC", "Z", "GMT"].contains(name.uppercased()) {
      self = .utc
    } else if let offset = Self.offset(name) {
      self.init(name: name, rule: .fixed(offset))
    } else if let table = Self.table(name, environment) {
      self.init(name: name, rule: .table(table))
    } else {
      throw StoreError(
        .usage,
        "no time zone is called \(name.quoted)",
        hints: ["write a name such as Europe/Oslo, UTC, or an offset such as +02:00"]
      )
    }
  }

  /// The zone of this process: what `TZ` says, else what the machine is set to, else UTC.
  static func current(environment: [String: String]) -> Zone {
    guard let variable = environment["TZ"] else {
      return read("/etc/localtime").map { Zone(name: "local time", rule: .table($0)) } ?? .utc
    }
    let name = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
    if let table = name.hasPrefix("/") ? read(name) : table(name, environment) {
      return Zone(name: name, rule: .table(table))
    }
    return ZoneFormula(name).map { Zone(name: name, rule: .formula($0)) } ?? .utc
  }

  /// `+02:00`, `-0530` or `+02`, in seconds.
  private static func offset(_ text: String) -> Int? {
    guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
    let digits = text.dropFirst().filter { $0 != ":" }
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits) else {
      return nil
    }
    let (hours, minutes) = digits.count == 4 ? (number / 100, number % 100) : (number, 0)
    guard digits.count == 2 || digits.count == 4, hours < 24, minutes < 60 else { return nil }
    return (hours * 3600 + minutes * 60) * (sign == "-" ? -1 : 1)
  }

  private static func table(_ name: String, _ environment: [String: String]) -> ZoneTable? {
    // A name is a path below the folder of zones and must not lead out of it.
    guard !name.isEmpty, !name.hasPrefix("/"), !name.split(separator: "/").contains("..") else {
      return nil
    }
    return read((environment["TZDIR"] ?? "/usr/share/zoneinfo") + "/" + name)
  }

  private static func read(_ path: String) -> ZoneTable? {
    FileManager.default.contents(atPath: path).flatMap { ZoneTable(Array($0)) }
  }
}
