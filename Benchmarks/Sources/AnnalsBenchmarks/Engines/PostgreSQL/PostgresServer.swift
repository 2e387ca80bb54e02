#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A PostgreSQL server with a cluster of its own in a folder, which nobody else can reach: it listens to nothing but a
/// socket in that folder.
///
/// It cannot outlive its user: between them is a shell that stops the server when its input ends, which the system
/// sees to however this process ends, and whose own end is a signal to the server to stop.
final class PostgresServer {
  /// The user of the database, who may do anything.
  static let user = "bench"

  /// Where the server's programs are: the newest of Debian's versions, or the first in `PATH`.
  static let programs: String? = {
    let debian = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: debian)) ?? []
    let newestFirst = versions.compactMap { Int($0) }.sorted(by: >).map { "\(debian)/\($0)/bin" }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return (newestFirst + path.split(separator: ":").map { String($0) }).first { folder in
      ["initdb", "postgres", "pg_isready"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "\(folder)/\($0)")
      }
    }
  }()

  /// What the server says of its version; `-` where it is not installed.
  static let version: String = {
    guard let programs, let server = try? ChildProcess(["--version"], of: programs + "/postgres"),
      let words = server.readLine()?.split(separator: " "), words.count > 2
    else { return "-" }
    return String(words[2])
  }()

  /// What stops the server when it goes.
  private let shell: ChildProcess
  /// The folder of the cluster and of the socket.
  private let folder: String
  /// Whether the cluster was made just now.
  let isNew: Bool

  /// Starts the server, and makes its cluster first where the folder has none.
  ///
  /// - Parameter settings: as in the server's file of settings.
  /// - Throws: `BenchmarkError` with the end of the server's log where it does not start.
  init(in folder: String, _ settings: [(name: String, value: String)]) throws(BenchmarkError) {
    guard let programs = Self.programs else { throw Self.missing }
    self.folder = folder
    shell = try ChildProcess(
      ["-c", Self.script, "server", programs, folder, Self.user]
        + settings.flatMap { ["-c", "\($0.name)=\($0.value)"] },
      of: "/bin/sh"
    )
    guard let state = shell.readLine() else {
      let log = FileManager.default.contents(atPath: folder + "/server.log") ?? Data()
      throw BenchmarkError(
        "PostgreSQL did not start in \(folder): \(String(decoding: log.suffix(1_000), as: UTF8.self))",
        hint: "its user must be able to reach the folder: try --folder"
      )
    }
    isNew = state == "new"
  }

  /// The folder of the benchmark's tables.
  static func tables(in folder: String) -> String { folder + "/tables" }

  /// The server's processes: the first one, and those that it has started.
  var processes: [Int32] {
    guard let first = Self.text(folder + "/data/postmaster.pid")?.split(separator: "\n").first,
      let server = Int32(first)
    else { return [] }
    let children = Self.text("/proc/\(server)/task/\(server)/children") ?? ""
    return [server] + children.split(separator: " ").compactMap { Int32($0) }
  }

  /// Why no server can be started here; nil where one can.
  static var obstacle: BenchmarkError? {
    if programs == nil || PostgresLibrary.shared == nil { return missing }
    if geteuid() == 0, getpwnam("postgres") == nil {
      return BenchmarkError(
        "PostgreSQL does not run as root, and there is no user postgres",
        hint: "run the benchmark as somebody else"
      )
    }
    return nil
  }

  static let missing = BenchmarkError(
    "PostgreSQL 14 or later is not installed",
    hint: "Scripts/install-needs --peers"
  )

  private static func text(_ path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Says `new` or `known` once the server accepts connections.
  ///
  /// The cluster is not flushed when it is made: the benchmark flushes everything before each turn.
  private static let script = """
    programs=$1 folder=$2 user=$3
    shift 3
    exec 2>"$folder/server.log"
    server_user=
    if command -v setpriv >/dev/null; then server_user='setpriv --pdeathsig INT'; fi
    mkdir -p "$folder/tables"
    if [ "$(id -u)" = 0 ]; then
      server_user="$server_user --reuid postgres --regid postgres --init-groups"
      chown postgres "$folder" "$folder/tables"
    fi
    state=known
    if ! [ -e "$folder/data/PG_VERSION" ]; then
      state=new
      $server_user "$programs/initdb" -D "$folder/data" --username="$user" --auth=trust \\
        --encoding=UTF8 --locale=C --no-sync >&2 || exit 1
    fi
    $server_user "$programs/postgres" -D "$folder/data" -k "$folder" -h '' "$@" >&2 &
    server=$!
    until "$programs/pg_isready" --quiet --host="$folder"; do
      kill -0 $server || exit 1
      sleep 0.02
    done
    echo $state
    read -r _
    kill -INT $server
    wait $server
    """
}
