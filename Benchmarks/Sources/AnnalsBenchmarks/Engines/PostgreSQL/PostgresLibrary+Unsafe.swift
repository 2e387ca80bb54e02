#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The functions of libpq that the engine calls, by their names in C without the `PQ`.
///
/// They are looked up in the library while the program runs, so that this package builds, and measures all the others,
/// where PostgreSQL is not installed. What is unsafe is that C's types are written down here once more, as
/// `libpq-fe.h` of libpq 14 and later declares them.
struct PostgresLibrary: Sendable {
  typealias Handle = OpaquePointer

  let connectdb: @convention(c) @Sendable (UnsafePointer<CChar>) -> Handle?
  let status: @convention(c) @Sendable (Handle) -> CInt
  let errorMessage: @convention(c) @Sendable (Handle) -> UnsafePointer<CChar>?
  let finish: @convention(c) @Sendable (Handle) -> Void
  let exec: @convention(c) @Sendable (Handle, UnsafePointer<CChar>) -> Handle?
  let prepare:
    @convention(c) @Sendable (
      Handle, UnsafePointer<CChar>, UnsafePointer<CChar>, CInt, UnsafePointer<UInt32>?
    ) -> Handle?
  let sendQueryPrepared:
    @convention(c) @Sendable (
      Handle, UnsafePointer<CChar>, CInt, UnsafePointer<UnsafePointer<CChar>?>?,
      UnsafePointer<CInt>?, UnsafePointer<CInt>?, CInt
    ) -> CInt
  let enterPipelineMode: @convention(c) @Sendable (Handle) -> CInt
  let pipelineSync: @convention(c) @Sendable (Handle) -> CInt
  let sendFlushRequest: @convention(c) @Sendable (Handle) -> CInt
  let flush: @convention(c) @Sendable (Handle) -> CInt
  let getResult: @convention(c) @Sendable (Handle) -> Handle?
  let resultStatus: @convention(c) @Sendable (Handle?) -> CInt
  let ntuples: @convention(c) @Sendable (Handle) -> CInt
  let getvalue: @convention(c) @Sendable (Handle, CInt, CInt) -> UnsafePointer<UInt8>?
  let getlength: @convention(c) @Sendable (Handle, CInt, CInt) -> CInt
  let clear: @convention(c) @Sendable (Handle?) -> Void

  /// The library; nil where it is not installed, or older than 14.
  ///
  /// It stays loaded until the program ends.
  static let shared = names.lazy.compactMap { dlopen($0, RTLD_NOW) }.first
    .flatMap { try? PostgresLibrary($0) }

  #if canImport(Darwin)
    private static let names = ["libpq.5.dylib", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib"]
  #else
    private static let names = ["libpq.so.5"]
  #endif

  private init(_ library: UnsafeMutableRawPointer) throws(BenchmarkError) {
    func find<Function>(_ name: String) throws(BenchmarkError) -> Function {
      guard let function = dlsym(library, "PQ" + name) else {
        throw BenchmarkError("libpq has no PQ\(name)")
      }
      return unsafeBitCast(function, to: Function.self)
    }
    connectdb = try find("connectdb")
    status = try find("status")
    errorMessage = try find("errorMessage")
    finish = try find("finish")
    exec = try find("exec")
    prepare = try find("prepare")
    sendQueryPrepared = try find("sendQueryPrepared")
    enterPipelineMode = try find("enterPipelineMode")
    pipelineSync = try find("pipelineSync")
    sendFlushRequest = try find("sendFlushRequest")
    flush = try find("flush")
    getResult = try find("getResult")
    resultStatus = try find("resultStatus")
    ntuples = try find("ntuples")
    getvalue = try find("getvalue")
    getlength = try find("getlength")
    clear = try find("clear")
  }
}
