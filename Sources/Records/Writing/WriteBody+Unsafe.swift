/// A closure that works a commit out while its caller waits.
///
/// Callers that come at the same time share one commit of the log, and one of them works out the commits of all: so
/// the closure may run on another caller's thread, and once more where another process was quicker.
///
/// One that is lent is not `Sendable`, and need not be: its caller is blocked from before the first run until after the
/// last, and the locks that hand the request over order what both threads see. So no two threads ever touch what it
/// captures at the same time.
package final class WriteBody: @unchecked Sendable {
  private var work: ((inout CommitBuilder) throws -> Void)?

  private init(_ work: @escaping (inout CommitBuilder) throws -> Void) { self.work = work }

  /// Takes a closure that may run on any thread at any time.
  package init(sending work: @escaping @Sendable (inout CommitBuilder) throws -> Void) {
    self.work = work
  }

  /// Lends a closure to a write for as long as that takes.
  ///
  /// - Parameters:
  ///   - work: what the commit is to do.
  ///   - write: hands the body to a writer, and returns once that is done with it.
  package static func lend<R>(
    _ work: (inout CommitBuilder) throws -> Void,
    to write: (WriteBody) throws -> R
  ) rethrows -> R {
    try withoutActuallyEscaping(work) { work in
      let body = WriteBody(work)
      // The thread that led the group may hold the body a moment longer than its caller waits, but not the closure.
      defer { body.work = nil }
      return try write(body)
    }
  }

  /// Runs the closure.
  func run(_ builder: inout CommitBuilder) throws { try work?(&builder) }
}
