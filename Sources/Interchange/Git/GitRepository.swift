internal import StoreErrors

/// A repository, and the commit whose history is wanted.
struct GitRepository {
  let path: String
  /// The commit that the branch is at.
  let tip: String

  /// Finds the branch.
  ///
  /// - Throws: `StoreError` (`usage`) where there is no such repository, branch or commit.
  init(path: String, branch: String) throws {
    self.path = path
    let process = try GitProcess(
      ["rev-parse", "--verify", "--quiet", "--end-of-options", branch + "^{commit}"],
      in: path
    )
    let found = try process.lines.nextText()
    guard let tip = found, (try? process.finish()) != nil else {
      throw StoreError(
        .usage,
        "git finds no commit \(StoreError.quote(branch)) in \(StoreError.quote(path))",
        hints: ["give the folder of a repository that has commits; --branch names another branch"]
      )
    }
    self.tip = tip
  }

  /// The commits of the branch, first parents only.
  struct Line {
    /// The first one, which tells repositories apart.
    let root: String
    /// How many there are.
    let count: Int
    /// The wanted one and its number from 1, if it is among them.
    let found: (hash: String, number: Int)?
  }

  /// Walks the branch from its beginning.
  ///
  /// - Parameter wanted: says of a hash whether it is the wanted one.
  /// - Throws: `StoreError` (`io`).
  func walk(to wanted: (_ root: String) throws -> GitPlace?) throws -> Line {
    let process = try GitProcess(["rev-list", "--first-parent", "--reverse", tip], in: path)
    var root = ""
    var place: GitPlace?
    var found: (String, Int)?
    while let hash = try process.lines.nextText() {
      if root.isEmpty {
        root = hash
        place = try wanted(root)
      }
      if let place, place == GitPlace(hash: hash) { found = (hash, process.lines.lineNumber) }
    }
    let count = process.lines.lineNumber
    try process.finish()
    return Line(root: root, count: count, found: found)
  }
}

/// A commit as a bookmark names it: by the first 64 bits of its hash.
struct GitPlace: Equatable {
  let number: UInt64

  init(_ number: UInt64) { self.number = number }

  init?(hash: String) {
    guard let number = UInt64(hash.prefix(16), radix: 16) else { return nil }
    self.init(number)
  }
}
