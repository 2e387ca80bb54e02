import Annals
import EventLog
import StoreErrors
import Records

/// The later changes that a reversal would undo, reported before the error itself.
struct ConflictList: Error {
  private let conflicts: [Reversal.Conflict]
  private let zone: Zone
  /// The error.
  let error: StoreError

  /// Takes the conflicts of a reversal.
  init(_ conflicts: [Reversal.Conflict], of subject: Reversal.Subject, _ zone: Zone) {
    self.conflicts = conflicts
    self.zone = zone
    var error = Reversal.refusal(of: subject, inPlaces: conflicts.count)
    error.hints = ["--force undoes them as well; --force --dry-run shows what that would do"]
    // A record either lives again or does not.
    if case .deletion = subject {
    } else {
      error.hints.append("--skip-conflicts puts back all but these")
    }
    self.error = error
  }

  /// A line for each.
  var lines: String { sentences.map { Escape.visible("conflict: " + $0) + "\n" }.joined() }

  /// What was changed, in which commit, by whom, when and why.
  var sentences: [String] {
    conflicts.map { conflict in
      let name = ["\(conflict.type)/\(conflict.id)", conflict.field?.name.text ?? ""]
        .filter { !$0.isEmpty }.joined(separator: " ")
      let commit = conflict.event.commit
      let reason = commit.reason.map { " (\($0))" } ?? ""
      return "\(name): \(Self.verb(conflict.event.op)) in \(commit.revision) by \(commit.actor)"
        + " at \(zone.text(commit.time))\(reason)"
    }
  }

  /// An object for each.
  var json: JSON {
    .array(
      conflicts.map { conflict in
        let commit = conflict.event.commit
        return .object([
          ("type", .text(conflict.type.text)), ("id", .text(conflict.id.text)),
          ("field", .optional(conflict.field?.name.text)),
          ("op", .text(conflict.event.op.rawValue)),
          ("revision", .number(commit.revision.rawValue)), ("time", .instant(commit.time)),
          ("actor", .text(commit.actor)), ("reason", .optional(commit.reason)),
        ])
      }
    )
  }

  private static func verb(_ op: Event.Op) -> String {
    switch op {
    case .create: "created"
    case .delete: "deleted"
    case .update, .define: "changed"
    }
  }
}
