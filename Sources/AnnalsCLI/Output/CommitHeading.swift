import EventLog

/// The lines that a commit begins with for people, as git shows one.
struct CommitHeading {
  private let style: Style
  private let zone: Zone

  init(_ context: Context) {
    style = context.output.style
    zone = context.zone
  }

  /// Revision, actor, date and reason, each on lines of their own.
  func text(_ commit: CommitHeader) -> String {
    var lines = [style.yellow("commit \(commit.revision)")]
    lines.append("Actor:  " + Escape.visible(commit.actor))
    lines.append("Date:   " + zone.text(commit.time))
    if commit.isClockStep { lines.append("Clock:  " + zone.text(commit.clock)) }
    if let reason = commit.reason {
      let text = reason.split(separator: "\n", omittingEmptySubsequences: false)
      lines += [""] + text.map { "    " + Escape.visible(String($0)) }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Revision and reason on one line.
  func line(_ commit: CommitHeader) -> String {
    style.yellow("\(commit.revision)") + (commit.reason.map { " " + Escape.visible($0) } ?? "")
      + "\n"
  }
}
