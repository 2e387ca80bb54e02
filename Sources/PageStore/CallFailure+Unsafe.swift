internal import CLMDB

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A C call that failed, with its status: an LMDB code, all negative, or an `errno`, all positive.
struct CallFailure: Error {
  let call: StaticString
  let status: Int32

  /// The call and status for the last line of an error: `mdb_put: MDB_MAP_FULL: … (-30792)`.
  var text: String {
    let words = mdb_strerror(status).map { String(cString: $0) } ?? "unknown"
    return "\(call): \(words) (\(status))"
  }

  /// Throws unless an LMDB call went well.
  static func check(_ status: Int32, _ call: StaticString) throws(CallFailure) {
    if status != MDB_SUCCESS { throw CallFailure(call: call, status: status) }
  }

  /// Makes a system call, again while a signal interrupts it, and throws `errno` if it answers -1.
  @discardableResult
  static func check(
    _ call: StaticString,
    _ body: () -> Int32
  ) throws(CallFailure) -> Int32 {
    while true {
      let result = body()
      if result != -1 { return result }
      if errno != EINTR { throw CallFailure(call: call, status: errno) }
    }
  }
}
