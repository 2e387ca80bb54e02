import Annals
import EventLog
import Records

/// What there is to say about the condition of a store, and what of it needs attention.
struct Diagnosis {
  /// A read that so many writes came after holds much that could be used again.
  private static let mostBehind: UInt64 = 10_000
  /// More events than one read takes in before it answers a prompt.
  private static let mostWaiting: UInt64 = 100_000
  /// Clocks differ by less than this.
  private static let tolerance: Int64 = 60
  /// Less room than this is soon used up.
  private static let leastRoom: UInt64 = 64 << 20
  /// So many groups of ids are shown.
  private static let mostGroups = 5

  private let condition: StoreCondition
  private let now: Instant
  private let zone: Zone

  init(_ condition: StoreCondition, now: Instant, zone: Zone) {
    self.condition = condition
    self.now = now
    self.zone = zone
  }

  /// All findings, those of one kind together.
  func findings(withSimilar similar: [SimilarIDs]) -> [Finding] {
    [
      readers, freedReaders, waiting, journal, clockSteps, clock, Self.ids(similar), owner,
      permissions, room,
    ]
  }

  // MARK: Readers, and what waits

  private var readers: Finding {
    let readers = [("log", condition.log), ("views", condition.views)].flatMap { place, file in
      (file?.readers ?? []).map { (place: place, reader: $0) }
    }
    let text = readers.map { place, reader in
      "process \(reader.process) reads the \(place) as of \(reader.behind.counted("write")) ago"
    }
    let late = readers.filter { $0.reader.behind >= Self.mostBehind }.map { "\($0.reader.process)" }
    return Finding(
      check: "readers",
      text: text.isEmpty ? "no other process is reading" : text.joined(separator: "; "),
      hint: late.isEmpty
        ? "" : "end process \(late.joined(separator: ", ")) if it hangs: files grow while it reads"
    )
  }

  private var freedReaders: Finding {
    let freed = (condition.log?.freedReaders ?? 0) + (condition.views?.freedReaders ?? 0)
    return Finding(
      check: "dead readers",
      text: freed == 0 ? "none" : "\(freed.counted("place")) of processes that had died, now freed"
    )
  }

  private var waiting: Finding {
    let count = condition.waitingEvents
    let text = count == 1 ? "1 event waits for the views" : "\(count) events wait for the views"
    let isMuch = count > Self.mostWaiting
    return Finding(
      check: "waiting",
      text: count == 0 ? "the views show all events" : text,
      hint: isMuch
        ? "the next read takes them in; annals stats does so and shows how far it is" : ""
    )
  }

  private var journal: Finding {
    let text =
      switch condition.log?.journal {
      case .holding?: "holds the last small commits, which reach the log's file with a later flush"
      case .idle?: "idle: all commits are in the log's file"
      case .none?, nil: "none: all commits are in the log's file"
      }
    return Finding(check: "journal", text: text)
  }

  // MARK: Clocks

  private var clockSteps: Finding {
    let steps = condition.clockSteps
    let range = "the last \(condition.commitsLookedAt.counted("commit"))"
    guard let last = steps.first else {
      return Finding(check: "clock steps", text: "none in \(range)")
    }
    let source = last.isImported ? "its source" : "the clock"
    return Finding(
      check: "clock steps",
      text: "\(steps.count) in \(range), last \(last.revision): \(source) said "
        + "\(zone.text(last.clock)), behind the commit before, and so it has \(zone.text(last.time))"
    )
  }

  private var clock: Finding {
    let ahead = condition.head.time.seconds - now.seconds
    guard condition.head.revision > .zero, ahead > Self.tolerance else {
      return Finding(check: "clock", text: "not behind the last commit")
    }
    return Finding(
      check: "clock",
      text: "\(ahead.counted("second")) behind the last commit, \(condition.head.revision) "
        + "at \(zone.text(condition.head.time))",
      hint: "set the clock; until it has caught up, new commits get times just after that one"
    )
  }

  // MARK: Ids

  private static func ids(_ similar: [SimilarIDs]) -> Finding {
    let groups = similar.prefix(mostGroups).map { group in
      "\(group.type): " + group.ids.map { $0.text.quoted(by: "'") }.joined(separator: " and ")
    }
    let more = similar.count > mostGroups ? ["and \(similar.count - mostGroups) more"] : []
    return Finding(
      check: "ids",
      text: similar.isEmpty ? "no two look alike" : (groups + more).joined(separator: "; "),
      hint: similar.isEmpty
        ? "" : "see annals get TYPE --id ID for each: one may be a slip of the keyboard"
    )
  }

  // MARK: Files

  private var owner: Finding {
    let files = condition.files
    guard let folder = files.first else { return Finding(check: "owner", text: "in memory") }
    let foreign = files.filter { $0.owner != folder.owner }
    let others = foreign.map { "\($0.name) belongs to \($0.owner)" }
    return Finding(
      check: "owner",
      text: (["\(folder.owner), group \(folder.group)"] + others).joined(separator: "; "),
      hint: foreign.isEmpty
        ? ""
        : "let all of it belong to one user, or to a group that may write: chown -R \(folder.owner)"
    )
  }

  private var permissions: Finding {
    let files = condition.files.filter { !$0.isFolder }
    let data = condition.files.first { $0.name == "log/data.mdb" }
    guard let data else { return Finding(check: "permissions", text: "in memory") }
    let isOpen = condition.files.contains(where: \.isWorldWritable)
    let writers = isOpen ? "everybody" : data.isGroupWritable ? "group \(data.group)" : data.owner
    let readers = files.allSatisfy(\.isWorldReadable) ? "everybody" : "not everybody"
    return Finding(
      check: "permissions",
      text: "\(writers) may write (\(data.modeText)), \(readers) may read",
      hint: isOpen ? "take the right to write from others: chmod -R o-w" : ""
    )
  }

  private var room: Finding {
    guard let log = condition.log, let free = condition.freeBytes else {
      return Finding(check: "room", text: "in memory")
    }
    let views = condition.views?.fileBytes ?? 0
    // Rebuilding makes the views once more beside the old ones.
    let isTight = free < max(Self.leastRoom, views)
    return Finding(
      check: "room",
      text: "\(free.asSize) free; the log has \(log.fileBytes.asSize), the views \(views.asSize), "
        + "mapped up to \(log.mapBytes.asSize)",
      hint: isTight ? "make room: writes and annals rebuild need some" : ""
    )
  }
}

extension UInt64 {
  /// The number of bytes in a unit of which there are not many: `12.3 MB`.
  var asSize: String {
    let units = ["B", "kB", "MB", "GB", "TB", "PB", "EB"]
    var unit = 0
    var size = Double(self)
    while size >= 1000, unit < units.count - 1 {
      size /= 1000
      unit += 1
    }
    let tenths = (size * 10).rounded() / 10
    return (unit == 0 || tenths >= 100 ? "\(UInt64(size.rounded()))" : "\(tenths)") + " "
      + units[unit]
  }
}
