internal import StoreErrors

/// Asks `git` how large contents are.
struct GitSizes {
  /// Few enough that neither the questions nor the answers fill a pipe while nobody reads it.
  private static let batch = 400
  private let process: GitProcess

  init(of repository: GitRepository) throws {
    process = try GitProcess(
      ["cat-file", "--batch-check=%(objectname) %(objectsize)"],
      in: repository.path,
      takesInput: true
    )
  }

  /// The sizes in bytes by hash; one that is not in the repository is left out.
  func sizes(of hashes: Set<String>) throws -> [String: Int64] {
    var sizes: [String: Int64] = [:]
    sizes.reserveCapacity(hashes.count)
    var rest = Array(hashes)[...]
    while !rest.isEmpty {
      let asked = rest.prefix(Self.batch)
      rest = rest.dropFirst(Self.batch)
      try process.ask(asked.joined(separator: "\n") + "\n")
      for _ in asked {
        guard let answer = try process.lines.nextText()
        else {
          throw StoreError(.io, "git cat-file ended too early", hints: ["look at it: git fsck"])
        }
        let parts = answer.split(separator: " ")
        // "<hash> missing" has no number.
        if parts.count == 2, let size = Int64(parts[1]) { sizes[String(parts[0])] = size }
      }
    }
    return sizes
  }
}
