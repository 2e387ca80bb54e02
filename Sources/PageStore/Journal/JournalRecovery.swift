internal import ByteCoding
internal import StoreErrors

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Makes `data.mdb` whole after the machine has stopped while a journal was in use.
enum JournalRecovery {
  /// Does again what a journal of an earlier boot says; does nothing where there is none.
  ///
  /// To be called before the environment is opened, while nothing in this process has it open. Stopped half-way it is
  /// done again from the beginning.
  ///
  /// - Throws: `permission` or `readOnly` where the caller may not write; `busy` where the system does not say which boot
  ///   this is; `damaged`, `io`.
  static func run(in directory: String, _ options: Environment.Options) throws(StoreError) {
    // Most have none, and of most others this boot's.
    let seen = try calling(directory) { () throws(CallFailure) in
      try JournalFile.open(in: directory, isReadOnly: true)
    }
    guard let seen, try header(of: seen, directory, options) != nil else { return }
    let locked = try calling(directory) { () throws(CallFailure) in
      let file = try JournalFile.open(in: directory, isReadOnly: false)
      try file?.lock()
      return file
    }
    // Another process may have been quicker.
    guard let locked, let header = try header(of: locked, directory, options) else { return }
    try goBack(to: header, in: directory)
    try replay(locked, header, in: directory, options)
    try calling(directory) { () throws(CallFailure) in
      try locked.write(header.putAway.bytes, at: 0)
      try locked.sync()
    }
  }

  /// The header of a journal that an earlier boot has left in use.
  private static func header(
    of file: OpenFile,
    _ directory: String,
    _ options: Environment.Options
  ) throws(StoreError) -> JournalHeader? {
    let header = try calling(directory) { () throws(CallFailure) in try JournalHeader(of: file) }
    guard let header, header.isActive, header.boot != options.boot else { return nil }
    // It may be in use by processes of this very boot.
    guard options.boot != nil else {
      throw StoreError(
        .busy,
        "A journal is in use in '\(directory)', and the system does not say whether since this start of the machine.",
        hints: ["Let this process read /proc/sys/kernel/random/boot_id."]
      )
    }
    return header
  }

  /// Lets LMDB begin with the journal's base: both pages that lead to its state lead there.
  ///
  /// - Throws: `damaged` where the file never came to the base: it is older than the journal.
  private static func goBack(to header: JournalHeader, in directory: String) throws(StoreError) {
    let pageSize = MetaPage.pageSize(of: header.meta)
    let isYounger = try calling(directory) { () throws(CallFailure) in
      // Nothing in this process has the file open, so that closing it drops no locks of LMDB's.
      let file = try OpenFile(directory + "/data.mdb")
      guard try MetaPage.newestTransaction(in: file, pageSize: pageSize) >= header.base else {
        return false
      }
      for (number, page) in MetaPage.both(header.meta).enumerated() {
        try file.write(page, at: number * pageSize)
      }
      try file.sync()
      return true
    }
    guard isYounger else {
      throw StoreError(
        .damaged,
        "'\(directory)/data.mdb' is older than the journal beside it.",
        hints: [
          "If it was put back from a backup, put back the journal of that backup as well, or delete the journal."
        ]
      )
    }
  }

  /// Does again what the frames say, in one transaction.
  private static func replay(
    _ file: OpenFile,
    _ header: JournalHeader,
    in directory: String,
    _ options: Environment.Options
  ) throws(StoreError) {
    var options = options
    options.isReadOnly = false
    options.isSynced = true
    options.isJournaled = false
    let opened = try OpenedEnvironment(at: directory, options)
    let environment = Environment(opened)
    defer { EnvironmentOpening.closing(directory) { opened.handle.close() } }
    do {
      try environment.write { transaction in
        var offset = JournalHeader.blockBytes
        var number = header.base + 1
        while let record = try JournalFrame.record(in: file, at: offset, header.generation, number)
        {
          try RedoRecord.replay(record.span, in: &transaction, of: opened.tables)
          offset += JournalFrame.byteCount(of: record)
          number += 1
        }
      }
    } catch {
      if let error = error as? StoreError { throw error }
      throw StoreError(
        .damaged,
        "the journal in '\(directory)' cannot be read",
        underlying: "\(error)"
      )
    }
  }

  private static func calling<R>(
    _ directory: String,
    _ body: () throws(CallFailure) -> R
  ) throws(StoreError) -> R {
    do { return try body() } catch {
      throw StoreError(error, while: .opening, at: directory)
    }
  }
}
