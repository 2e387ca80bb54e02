/// One connection, on which statements are sent one after the other and answered together (libpq's pipeline mode).
///
/// The statements between two synchronisations are one transaction. All that is unsafe about the peer's use is in this
/// file: pointers to libpq's objects, of which a result is cleared as soon as it is read and the connection ends with
/// its last reference, and parameters, which libpq copies before it returns. `Sendable` is unchecked: a connection may go
/// from thread to thread, but only one may use it at a time, which `PostgresEngine` sees to.
final class PostgresConnection: @unchecked Sendable {
  private let library: PostgresLibrary
  private let handle: PostgresLibrary.Handle
  /// Statements sent whose results were not read yet.
  private var pending = 0
  /// The first thing that went wrong since the last synchronisation.
  private var failure: String?

  /// How many results may wait at the server.
  ///
  /// What waits must fit into the socket's buffer, or both sides would wait
  /// for each other; a result is some 40 bytes.
  private static let window = 1_024

  /// - Parameter folder: of the server's socket.
  init(_ library: PostgresLibrary, at folder: String) throws(BenchmarkError) {
    let place = folder.reduce(into: "") { text, character in
      text += "'\\".contains(character) ? "\\\(character)" : "\(character)"
    }
    let user = "user=\(PostgresServer.user) dbname=postgres client_encoding=UTF8"
    guard let handle = library.connectdb("host='\(place)' \(user)") else {
      throw BenchmarkError("libpq has no memory for a connection")
    }
    self.library = library
    self.handle = handle
    guard library.status(handle) == Self.isConnected else { throw error() }
  }

  deinit { library.finish(handle) }

  /// Runs statements that answer nothing, before `beginPipeline`.
  func execute(_ sql: String) throws(BenchmarkError) { try check(library.exec(handle, sql)) }

  /// Prepares a statement, before `beginPipeline`.
  func prepare(_ name: String, _ sql: String) throws(BenchmarkError) {
    try check(library.prepare(handle, name, sql, 0, nil))
  }

  /// From here on, statements are sent without waiting for an answer.
  func beginPipeline() throws(BenchmarkError) {
    guard library.enterPipelineMode(handle) == 1 else { throw error() }
  }

  /// Sends a prepared statement; what comes of it `synchronise` tells.
  func send(_ name: String, _ parameters: PostgresParameters) throws(BenchmarkError) {
    try sendOnly(name, parameters)
    guard pending.isMultiple(of: Self.window / 2) else { return }
    // The server works on the newer half of the window while the older one is read.
    guard library.sendFlushRequest(handle) == 1, library.flush(handle) == 0 else { throw error() }
    if pending == Self.window { receive(Self.window / 2) }
  }

  /// Ends the transaction: it is durable when this returns.
  ///
  /// - Throws: `BenchmarkError` with the server's message where a statement failed; nothing is changed then.
  func synchronise() throws(BenchmarkError) {
    guard library.pipelineSync(handle) == 1 else { throw error() }
    receive(pending)
    try receiveSynchronisation()
  }

  /// Runs a prepared statement in a transaction of its own, and reads each row with `read`.
  func rows<Row>(
    of name: String,
    _ parameters: PostgresParameters,
    _ read: (PostgresRow) -> Row
  ) throws(BenchmarkError) -> [Row] {
    try sendOnly(name, parameters)
    guard library.pipelineSync(handle) == 1 else { throw error() }
    var rows: [Row] = []
    receive(1) { result in
      let count = library.ntuples(result)
      rows.reserveCapacity(Int(count))
      for number in 0..<count {
        rows.append(read(PostgresRow(library: library, result: result, number: number)))
      }
    }
    try receiveSynchronisation()
    return rows
  }

  private func sendOnly(
    _ name: String,
    _ parameters: PostgresParameters
  ) throws(BenchmarkError) {
    let lengths = parameters.places.map { CInt($0?.count ?? 0) }
    let formats = [CInt](repeating: Self.isBinary, count: lengths.count)
    let sent = parameters.bytes.withUnsafeBytes { bytes in
      let values = parameters.places.map { place in
        // An empty text is no null, so it must point somewhere.
        place.map {
          UnsafeRawPointer(bytes.baseAddress ?? UnsafeRawPointer(handle)) + $0.lowerBound
        }
        .map { $0.assumingMemoryBound(to: CChar.self) }
      }
      return library.sendQueryPrepared(
        handle,
        name,
        CInt(values.count),
        values,
        lengths,
        formats,
        Self.isBinary
      )
    }
    guard sent == 1 else { throw error() }
    pending += 1
  }

  /// Reads the results of so many statements; each is followed by nothing once.
  private func receive(_ count: Int, _ read: (PostgresLibrary.Handle) -> Void = { _ in }) {
    for _ in 0..<count {
      let result = library.getResult(handle)
      if Self.isSuccess(library.resultStatus(result)) {
        if let result { read(result) }
      } else if failure == nil {
        failure = message()
      }
      library.clear(result)
      library.clear(library.getResult(handle))
    }
    pending -= count
  }

  private func receiveSynchronisation() throws(BenchmarkError) {
    let result = library.getResult(handle)
    defer { library.clear(result) }
    if let failure {
      self.failure = nil
      throw BenchmarkError(failure)
    }
    guard library.resultStatus(result) == Self.isSynchronised else { throw error() }
  }

  private func check(_ result: PostgresLibrary.Handle?) throws(BenchmarkError) {
    defer { library.clear(result) }
    guard Self.isSuccess(library.resultStatus(result)) else { throw error() }
  }

  /// What libpq says of the last thing that went wrong, without the line's end that it puts behind.
  private func message() -> String {
    let text = library.errorMessage(handle).map { String(cString: $0) } ?? "no message"
    return "PostgreSQL: " + text.split(separator: "\n").joined(separator: "\n")
  }

  private func error() -> BenchmarkError { BenchmarkError(message()) }

  // Values of ConnStatusType, ExecStatusType and of the format of a parameter in libpq-fe.h.
  private static let isConnected: CInt = 0
  private static let isSynchronised: CInt = 10
  private static let isBinary: CInt = 1

  private static func isSuccess(_ status: CInt) -> Bool {
    // PGRES_COMMAND_OK and PGRES_TUPLES_OK.
    status == 1 || status == 2
  }
}

/// One row of an answer, only to be used while it is read.
struct PostgresRow {
  fileprivate let library: PostgresLibrary
  fileprivate let result: PostgresLibrary.Handle
  fileprivate let number: CInt

  /// - Parameter column: a `bigint`, counted from 0.
  func integer(_ column: CInt) -> Int64 {
    bytes(column).reduce(0) { $0 << 8 | Int64($1) }
  }

  /// - Parameter column: a `text`, counted from 0.
  func text(_ column: CInt) -> String { String(decoding: bytes(column), as: UTF8.self) }

  private func bytes(_ column: CInt) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      start: library.getvalue(result, number, column),
      count: Int(library.getlength(result, number, column))
    )
  }
}
