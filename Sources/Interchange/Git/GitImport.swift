package import Annals
internal import EventLog
internal import StoreErrors
internal import Records

/// What a user says of a Git repository.
package struct GitOptions: Sendable {
  /// The branch, tag or commit whose history is wanted.
  package var branch = "HEAD"
  /// The type that the files become.
  package var type = "file"

  /// Makes the usual options.
  package init() {}
}

/// Imports the history of a Git branch: a record for each file, a commit for each commit that changes files.
package enum GitImport {
  /// The fields that the type needs.
  private static let fields = [
    FieldDefinition("kind", .text), FieldDefinition("mode", .text), FieldDefinition("blob", .text),
    FieldDefinition("size", .int),
    FieldDefinition("owner", .text),
  ]

  /// Reads the first-parent history of a branch and writes it.
  ///
  /// The id is the path. `kind` is file, symlink or submodule, `blob` the hash of the content, `size` its bytes
  /// (null for a submodule, and for what the repository does not hold), `owner` the author of the last change. The
  /// actor is the author, the time the committer's, the reason the subject. A commit that changes no file is none
  /// here. Paths over 255 bytes or not in UTF-8 are reported and left out. Where the type is not there, it is
  /// defined, with the views `by-size` and `by-owner`.
  ///
  /// - Parameters:
  ///   - repository: its folder, or that of a work tree.
  ///   - store: where to.
  ///   - git: what the user says of the repository.
  ///   - options: what every import can be told. To resume is to take in what was committed since.
  /// - Returns: what was done; lines count commits of the branch.
  /// - Throws: `StoreError`: `usage` where there is no such repository, branch or commit, or the type lacks fields;
  ///   `conflict` where the repository was imported before and the import does not resume, or its history was
  ///   rewritten since; `io` where `git` fails; `cancelled`; and as `Store.write`.
  /// - Complexity: O(changes), in memory for a few windows and the largest commit.
  package static func run(
    repository path: String,
    into store: Store,
    _ git: GitOptions,
    _ options: ImportOptions
  ) throws -> ImportSummary {
    let repository = try GitRepository(path: path, branch: git.branch)
    var place: GitPlace?
    var source = ImportSource(format: "git", options: [git.type], beginning: [])
    let line = try repository.walk { root in
      source = ImportSource(format: "git", options: [git.type], beginning: Array(root.utf8))
      place = try source.place(in: store, isResuming: options.isResuming).map { GitPlace($0) }
      return place
    }
    guard place == nil || line.found != nil else {
      throw StoreError(
        .conflict,
        "the last commit that was imported is not on \(StoreError.quote(git.branch)) any more",
        hints: ["its history was rewritten, or it is another branch: import it into a new store"]
      )
    }
    let type = ExactString(git.type)
    let reader = GitReader(
      try GitHistory(of: repository, after: line.found),
      try GitSizes(of: repository),
      options,
      type: type,
      defining: try missingDefinition(of: type, in: store),
      total: line.count - (line.found?.number ?? 0)
    )
    return try ImportRun(store: store, source: source, options: options).run(reader)
  }

  /// The definition that must be written first; nil where the type is there.
  private static func missingDefinition(of type: ExactString, in store: Store) throws
    -> TypeDefinition?
  {
    if let known = try store.types().first(where: { $0.name == type }) {
      for field in fields where known.field(field.name)?.kind != field.kind {
        throw StoreError(
          .usage,
          "the type \(type) needs a field \(field.name) of the kind \(field.kind.name)",
          hints: ["import the files as another type: --type NAME"],
          field: field.name.text
        )
      }
      return nil
    }
    let size: UInt32 = 4
    let owner: UInt32 = 5
    let largestFirst = SortKey(field: size, isDescending: true)
    return try TypeDefinition(
      name: type,
      fields: fields,
      views: [
        ViewDefinition("by-size", filters: [], sorts: [largestFirst]),
        ViewDefinition("by-owner", filters: [owner], sorts: [largestFirst]),
      ]
    )
  }
}
