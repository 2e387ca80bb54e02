import Annals
import EventLog
import Foundation
import Interchange
import Testing

@Suite struct `Git histories` {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/repository"
    try output(of: "git", "init", "-q", "-b", "main", path)
    try git("config", "user.name", "Zoë Müller")
    try git("config", "user.email", "zoe@example.org")
  }

  private func git(_ arguments: String..., input: Data? = nil) throws {
    try output(of: ["git", "-C", path] + arguments, input: input)
  }

  private func write(_ text: String, to name: String) throws {
    let place = URL(fileURLWithPath: path + "/" + name)
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: place)
  }

  /// Commits what is staged.
  private func commit(_ subject: String, author: String = "Zoë Müller") throws {
    try git(
      "commit",
      "-q",
      "--allow-empty",
      "-m",
      subject,
      "--author",
      "\(author) <x@example.org>"
    )
  }

  /// A history with what histories have: odd names, links, modes, renames, deletes, re-creations and merges.
  private func makeHistory() throws {
    try write("one\n", to: "a.txt")
    try write("", to: "empty")
    try write("x", to: "dir/with space/-dash \"quoted\" \\ back")
    try write("y", to: "línea\nbreak\t张三")
    try write("z", to: "e\u{301}")
    try git("add", "-A", ".")
    try commit("c1")
    try FileManager.default.createSymbolicLink(
      atPath: path + "/link",
      withDestinationPath: "a.txt"
    )
    try git("mv", "a.txt", "b.txt")
    try git(
      "update-index",
      "--add",
      "--cacheinfo",
      "160000,\(String(repeating: "1", count: 40)),module"
    )
    try git("add", "link")
    try commit("c2\nstill the subject\n\nbody")
    try commit("nothing")
    try git("checkout", "-q", "-b", "side")
    try write("side", to: "side.txt")
    try git("add", "side.txt")
    try commit("on the side")
    try git("checkout", "-q", "main")
    try write("more", to: "b.txt")
    try git("update-index", "--chmod=+x", "empty")
    try git("add", "b.txt")
    try commit("c3", author: "Bo")
    try git("merge", "-q", "--no-ff", "-m", "c4", "side")
    try git("rm", "-q", "b.txt")
    try commit("c5")
    try write("again", to: "b.txt")
    try git("add", "b.txt")
    try commit("c6")
    // A file becomes a folder.
    try git("rm", "-q", "b.txt")
    try write("within", to: "b.txt/inner")
    try git("add", "b.txt/inner")
    try commit("c7")
  }

  /// The files of a commit as `git ls-tree` lists them.
  private func tree(_ commit: String, in place: String? = nil) throws -> [ExactString: Row] {
    let data = try output(
      of: "git",
      "-C",
      place ?? path,
      "ls-tree",
      "-r",
      "-l",
      "-z",
      commit
    )
    var rows: [ExactString: Row] = [:]
    for entry in data.split(separator: 0) {
      let parts = entry.split(separator: UInt8(ascii: "\t"), maxSplits: 1)
      let facts = String(decoding: parts[0], as: UTF8.self).split(separator: " ")
      rows[ExactString(String(decoding: parts[1], as: UTF8.self))] = [
        "mode": "\"\(facts[0])\"", "blob": "\"\(facts[2])\"",
        "size": facts[3] == "-" ? "null" : String(facts[3]),
        "kind": facts[1] == "commit"
          ? "\"submodule\"" : facts[0] == "120000" ? "\"symlink\"" : "\"file\"",
      ]
    }
    return rows
  }

  private func files(_ store: Store, at revision: Revision) throws -> [ExactString: Row] {
    try store.rows("file", at: .revision(revision)).mapValues { row in
      row.filter { $0.key != "owner" }
    }
  }

  /// Compares each first-parent commit that changed files with the store.
  private func expectSame(_ store: Store) throws {
    let log = String(
      decoding: try output(
        of: "git",
        "-C",
        path,
        "log",
        "--first-parent",
        "--reverse",
        "--format=%H %s",
        "main"
      ),
      as: UTF8.self
    )
    var revision = Revision.zero
    for entry in log.split(separator: "\n") {
      let parts = entry.split(separator: " ", maxSplits: 1)
      if parts[1] == "nothing" { continue }
      revision = revision.next
      #expect(try store.commit(revision).header.reason == String(parts[1]))
      #expect(try files(store, at: revision) == tree(String(parts[0])), "\(entry)")
    }
    #expect(try store.head().revision == revision)
  }

  private func load(
    _ store: Store,
    _ place: String? = nil,
    isResuming: Bool = false,
    branch: String = "HEAD"
  ) throws
    -> ImportSummary
  {
    var options = ImportOptions(actor: "nobody")
    options.isResuming = isResuming
    options.eventsPerFlush = 6
    var git = GitOptions()
    git.branch = branch
    return try GitImport.run(repository: place ?? path, into: store, git, options)
  }

  @Test func `are the trees that git lists, commit by commit`() throws {
    try makeHistory()
    let store = Store.inMemory()
    let summary = try load(store)
    #expect(summary.commits == 7 && summary.lastLine == 8 && summary.skipped == 0)
    try expectSame(store)
    let third = try store.commit(Revision(3))
    #expect(third.header.actor == "Bo" && third.header.isImported)
    #expect(try store.lookup("file", "b.txt/inner").record?["owner"] == .text("Zoë Müller"))
    #expect(try store.commit(Revision(2)).header.reason == "c2 still the subject")
    let type = try store.type("file")
    #expect(type.views.map(\.name) == ["by-size", "by-owner"])
    let largest = Query("file", sort: try SortKey.parse("-size", for: type))
    guard case .view("by-size", _, _) = try store.explain(largest).source else {
      Issue.record("no view was used")
      return
    }
  }

  @Test func `of bare repositories and other branches are read, and go on where they stopped`()
    throws
  {
    try makeHistory()
    let bare = folder.path + "/bare.git"
    try output(of: "git", "clone", "-q", "--bare", path, bare)
    let store = Store.inMemory()
    _ = try load(store, bare, branch: "main~3")
    #expect(try files(store, at: store.head().revision) == tree("main~3"))
    let known = #expect(throws: StoreError.self) { try load(store) }
    #expect(known?.code == .conflict)
    #expect(try load(store, isResuming: true).commits == 3)
    try expectSame(store)
    #expect(try load(store, isResuming: true).commits == 0)
    #expect(try load(Store.inMemory(), branch: "side").commits == 3)
    // A commit that was replaced.
    try git("commit", "-q", "--amend", "-m", "c7 again")
    let error = #expect(throws: StoreError.self) { try load(store, isResuming: true) }
    #expect(error?.code == .conflict && error?.message.contains("not on") == true)
  }

  @Test func `with paths that cannot be ids leave those out and say so`() throws {
    try write("kept", to: "kept")
    try git("add", "kept")
    let blob = String(
      decoding: try output(of: "git", "-C", path, "hash-object", "-w", "kept"),
      as: UTF8.self
    ).trimmingCharacters(in: .whitespacesAndNewlines)
    let long = (0..<3).map { _ in String(repeating: "n", count: 99) }.joined(separator: "/")
    var index = Data("100644 \(blob)\t\(long)\0100644 \(blob)\tbad-".utf8)
    index.append(contentsOf: [0xFF, 0])
    try git("update-index", "-z", "--index-info", input: index)
    try commit("odd")
    try git("rm", "-q", "--cached", long)
    try commit("odd gone")
    let reports = Reports()
    let store = Store.inMemory()
    var options = ImportOptions(actor: "nobody")
    options.report = reports.add
    let summary = try GitImport.run(repository: path, into: store, GitOptions(), options)
    #expect(summary.commits == 1 && reports.lines == [1, 1, 2])
    #expect(Set(try store.rows("file").keys) == ["kept"])
  }

  @Test func `that are not there are refused`() throws {
    for place in [folder.path, folder.path + "/nothing", path] {
      let error = #expect(throws: StoreError.self) { try load(Store.inMemory(), place) }
      #expect(error?.code == .usage)
    }
  }
}
