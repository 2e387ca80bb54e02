import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Runs the built `annals` in a folder of its own.
final class Tool {
  /// What a run gave back.
  struct Result {
    let exit: Int32
    let out: String
    let err: String
  }

  /// The folder that commands run in; it goes away with the tool.
  let folder: URL
  var environment = [
    "TZ": "UTC", "PATH": "/usr/bin:/bin", "TERM": "xterm", "ANNALS_ACTOR": "tester",
  ]

  /// Whether commands run as a user who may not write in the folder; only root can say so.
  var isOtherUser = false

  private let isOwner: Bool

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("annals-cli-\(UUID().uuidString)")
    isOwner = true
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// Runs in a folder that another tool takes away.
  init(in folder: URL) throws {
    self.folder = folder
    isOwner = false
  }

  deinit { if isOwner { try? FileManager.default.removeItem(at: folder) } }

  /// The tool beside the tests.
  static let binary = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("annals")

  /// Runs a command line, written as for a shell.
  func run(_ line: String, input: String = "") throws -> Result {
    try run(words: Shell.words(line), input: input)
  }

  @discardableResult
  func run(words: [String], input: String = "") throws -> Result {
    let process = process(words)
    let output = Pipe(), errors = Pipe(), stdin = Pipe()
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = stdin
    try process.run()
    stdin.fileHandleForWriting.write(Data(input.utf8))
    try stdin.fileHandleForWriting.close()
    // Messages are few: they fit in the pipe until the data have been read.
    let out = output.fileHandleForReading.readDataToEndOfFile()
    let err = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Result(exit: Self.exit(process), out: Self.text(out), err: Self.text(err))
  }

  /// Runs a command line and expects it to succeed.
  @discardableResult
  func ok(
    _ line: String,
    input: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let result = try run(line, input: input)
    #expect(result.exit == 0, "\(line): \(result.err)", sourceLocation: sourceLocation)
    return result.out
  }

  /// Runs a command line whose output nobody reads.
  func intoClosedPipe(_ line: String) throws -> Result {
    let process = process(Shell.words(line))
    let output = Pipe(), errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    try output.fileHandleForReading.close()
    try process.run()
    let err = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Result(exit: Self.exit(process), out: "", err: Self.text(err))
  }

  /// Runs a command line on a terminal of so many columns; messages and data come mixed, as they are seen, with what is
  /// typed among them.
  func onTerminal(_ line: String, columns: UInt16 = 80, input: String = "") throws -> Result {
    var main: Int32 = -1, side: Int32 = -1
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&main, &side, nil, nil, &size) == 0 else { throw POSIXError(.EIO) }
    // What other tests start meanwhile must not hold the terminal open.
    for descriptor in [main, side] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    let terminal = FileHandle(fileDescriptor: side, closeOnDealloc: true)
    let process = process(Shell.words(line))
    process.standardOutput = terminal
    process.standardError = terminal
    process.standardInput = terminal
    try process.run()
    try terminal.close()
    FileHandle(fileDescriptor: main).write(Data(input.utf8))
    var seen = Data()
    var piece = [UInt8](repeating: 0, count: 4096)
    // Reading fails once the other side is closed.
    while case let count = read(main, &piece, piece.count), count > 0 {
      seen.append(contentsOf: piece[..<count])
    }
    close(main)
    process.waitUntilExit()
    return Result(
      exit: Self.exit(process),
      out: Self.text(seen).replacing("\r\n", with: "\n"),
      err: ""
    )
  }

  /// Begins a command that says nothing, and does not wait for it.
  func start(_ line: String) throws -> Process {
    let process = process(Shell.words(line))
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  /// Begins a command whose output is read as it comes.
  func reading(_ line: String) throws -> RunningTool {
    try RunningTool(process(Shell.words(line)))
  }

  /// Runs a shell script in the folder.
  func shell(_ script: String) throws {
    let process = process(["-euc", script])
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  private func process(_ words: [String]) -> Process {
    let process = Process()
    process.executableURL = isOtherUser ? URL(fileURLWithPath: "/usr/bin/setpriv") : Self.binary
    process.arguments = (isOtherUser ? Self.nobody + [Self.binary.path] : []) + words
    process.environment = environment
    process.currentDirectoryURL = folder
    return process
  }

  private static let nobody = ["--reuid=65534", "--regid=65534", "--clear-groups", "--"]

  private static func exit(_ process: Process) -> Int32 {
    process.terminationReason == .uncaughtSignal
      ? 128 + process.terminationStatus : process.terminationStatus
  }

  /// Bytes as text, strictly: a test must not pass on broken UTF-8.
  private static func text(_ data: Data) -> String {
    String(data: data, encoding: .utf8) ?? "not UTF-8: \(Array(data))"
  }
}

extension String {
  /// The text with what differs from run to run replaced: instants, made ids, identities and tokens.
  var masked: String {
    replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/, with: "TIME")
      .replacing(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/, with: "UUID")
      .replacing(/in [0-9.e-]+ s, \d+ events\/s/, with: "in SECONDS")
      .replacing(/"seconds":[0-9.e-]+/, with: #""seconds":SECONDS"#)
      .replacing(/"eventsPerSecond":\d+/, with: #""eventsPerSecond":RATE"#)
      .replacing(/eventsPerSecond([\t ]+)\d+/) { "eventsPerSecond\($0.output.1)RATE" }
      .replacing(/seconds([\t ]+)[0-9.e-]+/) { "seconds\($0.output.1)SECONDS" }
      // In a row of CSV the only number that is not whole.
      .replacing(/,\d+\.\d+(e-\d+)?,/, with: ",SECONDS,")
      .replacing(/"identity":"[^"]*"/, with: #""identity":"UUID""#)
      .replacing(/\d+(\.\d+)? [kMGTPE]?B\b/, with: "SIZE")
      .replacing(/\d+ seconds behind/, with: "N seconds behind")
      .replacing(/[\w-]+, group [\w-]+/, with: "USER, group GROUP")
      .replacing(
        /[\w-]+ may write \([rwx-]{9}\), (not )?everybody/,
        with: "USER may write (MODE), WHO"
      )
      .replacing(/--after [A-Za-z0-9_-]{20,}/, with: "--after TOKEN")
  }
}
