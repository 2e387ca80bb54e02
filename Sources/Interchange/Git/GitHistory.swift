internal import ByteCoding
internal import EventLog
internal import StoreErrors

/// One commit of a branch with the files that it changed against its first parent.
struct GitCommit {
  /// One changed file.
  struct Change {
    /// The path's bytes, which may be anything.
    let path: [UInt8]
    /// Its mode, such as `100644`; nil where the file is gone.
    let mode: String?
    /// The hash of its content.
    let blob: String
  }

  /// Its number on the branch, from 1.
  let number: Int
  let hash: String
  let author: String
  let subject: String
  /// The committer's time.
  let time: Instant?
  var changes: [Change] = []
}

/// Reads a branch's history as `git log` prints it.
struct GitHistory {
  private static let mark: UInt8 = 1
  private let process: GitProcess
  private var number: Int
  private var next: GitCommit?
  private var isStarted = false

  /// Starts reading.
  ///
  /// - Parameters:
  ///   - after: the commit after which to begin, and its number; nil for the beginning.
  init(of repository: GitRepository, after start: (hash: String, number: Int)?) throws {
    number = start?.number ?? 0
    let range = start.map { ["^" + $0.hash] } ?? []
    process = try GitProcess(
      [
        "-c", "log.showSignature=false", "-c", "log.showRoot=true", "log", "--first-parent", "-m",
        "--reverse", "--raw", "-z", "--no-renames", "--no-abbrev", "--no-color", "--no-notes",
        "--ignore-submodules=none", "-O/dev/null", "--encoding=UTF-8",
        "--format=%x01%H%x00%ct%x00%an%x00%s", repository.tip,
      ] + range + ["--"],
      in: repository.path,
      separator: 0
    )
  }

  /// The next commit; nil at the end.
  mutating func nextCommit() throws -> GitCommit? {
    if !isStarted {
      isStarted = true
      next = try token().map { try header($0) }
    }
    guard var commit = next else { return nil }
    next = nil
    while let token = try token() {
      if token.first == Self.mark {
        next = try header(token)
        return commit
      }
      commit.changes.append(try change(token))
    }
    try process.finish()
    return commit
  }

  private func token() throws -> [UInt8]? { try process.lines.next { Array($0) } }

  private func text() throws -> String {
    guard let token = try token() else { throw Self.unreadable }
    return String(decoding: token, as: UTF8.self)
  }

  private mutating func header(_ first: [UInt8]) throws -> GitCommit {
    guard first.first == Self.mark else { throw Self.unreadable }
    number += 1
    let time = Int64(try text())
    return GitCommit(
      number: number,
      hash: String(decoding: first.dropFirst(), as: UTF8.self),
      author: try text(),
      subject: try text(),
      time: time.flatMap { Instant(seconds: $0) }
    )
  }

  /// Reads `:100644 100644 <old hash> <new hash> M` and the path behind it.
  private func change(_ token: [UInt8]) throws -> GitCommit.Change {
    // A line break stands before a commit's first change.
    let parts = token.drop { $0 == LineSource.newline }.split(separator: UInt8(ascii: " "))
    guard parts.count == 5, parts[0].first == UInt8(ascii: ":"), let path = try self.token() else {
      throw Self.unreadable
    }
    let isGone = parts[4].first == UInt8(ascii: "D")
    return GitCommit.Change(
      path: path,
      mode: isGone ? nil : String(decoding: parts[1], as: UTF8.self),
      blob: String(decoding: parts[3], as: UTF8.self)
    )
  }

  private static let unreadable = StoreError(
    .badData,
    "git log printed what cannot be read",
    hints: ["a newer git may help"]
  )
}
