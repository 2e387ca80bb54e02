internal import CLMDB
internal import StoreErrors

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

extension StoreError {
  /// What was being done when a call failed.
  ///
  /// The same `errno` means different things in each.
  enum Phase {
    case opening, growing, reading, writing, syncing, copying
  }

  /// The store at the path was closed.
  static func closed(_ path: String) -> StoreError {
    StoreError(.closed, "The store at '\(path)' was closed.", hints: ["Open it again."])
  }

  /// Says what a failed call means for the user.
  init(_ failure: CallFailure, while phase: Phase, at path: String, mapBytes: Int = 0) {
    self =
      failure.status < 0
      ? StoreError(code: failure.status, path, mapBytes)
      : StoreError(errno: failure.status, phase, path)
    underlying = failure.text
  }

  // MARK: LMDB's own codes

  private init(code: Int32, _ path: String, _ mapBytes: Int) {
    let restore = "Restore a copy, or copy what can still be read to a new store."
    switch code {
    case MDB_MAP_FULL:
      self.init(
        .mapFull,
        "The map of \(mapBytes) bytes over '\(path)' is full and cannot grow.",
        hints: [
          "Raise the limit on address space (ulimit -v), or compact the store into a copy."
        ]
      )
    case MDB_TXN_FULL:
      self.init(
        .tooLarge,
        "One write to '\(path)' changes more pages than a transaction can hold.",
        hints: ["Split it into several writes."]
      )
    case MDB_PAGE_NOTFOUND, MDB_CORRUPTED, MDB_CURSOR_FULL:
      self.init(.damaged, "A page of '\(path)' is not what was written.", hints: [restore])
    case MDB_INVALID:
      self.init(.damaged, "'\(path)' does not hold an LMDB file.", hints: [restore])
    case MDB_PANIC:
      self.init(
        .io,
        "An earlier write to '\(path)' failed half-way; what was acknowledged is safe.",
        hints: ["Close the store and open it again."]
      )
    case MDB_VERSION_MISMATCH:
      self.init(
        .futureFormat,
        "'\(path)' was written, or is in use, by another version of LMDB.",
        hints: [
          "Use the same build of Annals and liblmdb for all programs on a store.",
          "If no other program has it open, delete lock.mdb in it and try again.",
        ]
      )
    case MDB_READERS_FULL:
      self.init(
        .busy,
        "All reader slots of '\(path)' are taken.",
        hints: ["Close other programs that read it, then try again."]
      )
    case MDB_MAP_RESIZED:
      self.init(
        .busy,
        "Another process made '\(path)' larger than the map of \(mapBytes) bytes.",
        hints: ["Try again."]
      )
    case MDB_INCOMPATIBLE:
      self.init(
        .damaged,
        "A table in '\(path)' is of another kind than this program's.",
        hints: ["It was made by another program, or is damaged. " + restore]
      )
    case MDB_PAGE_FULL:
      self.init(
        .internal,
        "A page of '\(path)' has no room for an entry.",
        hints: ["liblmdb before 0.9.30 has this fault on pages of 16 KiB: use a newer one."]
      )
    case MDB_TLS_FULL:
      self.init(.busy, "The system has no thread-local keys left.", hints: ["Try again later."])
    default:
      // DBS_FULL, BAD_RSLOT, BAD_TXN, BAD_VALSIZE, BAD_DBI and what a newer library may add: all are
      // prevented before the call, so that seeing one is a fault of this module.
      self.init(
        .internal,
        "LMDB refused a call on '\(path)' that should never be made.",
        hints: ["Please report this."]
      )
    }
  }

  // MARK: The operating system's codes

  private init(errno code: Int32, _ phase: Phase, _ path: String) {
    switch code {
    case ENOENT:
      self.init(
        .noStore,
        "There is no store at '\(path)'.",
        hints: ["Check the path, or create one."]
      )
    case ENOTDIR, ELOOP, ENAMETOOLONG:
      self.init(
        phase == .opening ? .noStore : .cannotCreate,
        "'\(path)' is not a folder that can be used.",
        hints: ["Check the path."]
      )
    case EEXIST, ENOTEMPTY:
      self.init(
        .alreadyExists,
        "There is something at '\(path)' already.",
        hints: ["Choose a new place."]
      )
    case EACCES, EPERM:
      self.init(
        .permission,
        "The system refused access to '\(path)'.",
        hints: ["Check the owner and mode of the folder and of the files in it."]
      )
    case EROFS:
      self.init(
        .readOnly,
        "'\(path)' lies on a file system that takes no writes.",
        hints: ["Open it for reading only, or copy it elsewhere."]
      )
    case ENOSPC, EDQUOT, EFBIG:
      self = .noSpace(code, phase, path)
    case ENOMEM where phase == .opening || phase == .growing:
      self.init(
        .mapFull,
        "There is no address space left to map '\(path)'.",
        hints: ["Raise the limit on address space (ulimit -v)."]
      )
    case ENOMEM:
      self.init(
        .tooLarge,
        "There is not enough memory for a transaction on '\(path)'.",
        hints: ["Do less in one transaction, or free memory."]
      )
    case EAGAIN, EBUSY, EDEADLK:
      self.init(.busy, "Someone else holds '\(path)' just now.", hints: ["Try again."])
    case EMFILE, ENFILE:
      self.init(
        .busy,
        "Too many files are open to open '\(path)'.",
        hints: ["Close some, or raise the limit (ulimit -n)."]
      )
    case EINVAL where phase == .opening, ENODEV, ENOSYS, EOPNOTSUPP:
      self.init(
        .io,
        "The file system of '\(path)' cannot map or lock files as a store needs it.",
        hints: ["Put the store on a local disk."]
      )
    #if os(Linux)
      case EOWNERDEAD, ENOTRECOVERABLE:
        self.init(
          .busy,
          "The writer lock of '\(path)' was left broken by a program that died.",
          hints: ["End all programs that use the store, delete lock.mdb in it, and try again."]
        )
    #endif
    default:
      self.init(
        .io,
        "The system failed to do what '\(path)' needed.",
        hints: ["Look at the disk and the system's log. What was acknowledged stays."]
      )
    }
  }

  private static func noSpace(_ code: Int32, _ phase: Phase, _ path: String) -> StoreError {
    if phase == .opening {
      #if canImport(Darwin)
        let more = ["The table of semaphores may be full instead; a restart empties it."]
      #else
        let more: [String] = []
      #endif
      return StoreError(
        .diskFull,
        "There is no room to open '\(path)' for writing.",
        hints: ["Free space on the disk and try again."] + more
      )
    }
    let (limit, hint) =
      switch code {
      case ENOSPC: ("disk is full", "Free space and try again.")
      case EFBIG: ("limit on the size of files is reached", "Raise it (ulimit -f) and try again.")
      default: ("limit on space is reached", "Free space, or have it raised, and try again.")
      }
    return StoreError(
      .diskFull,
      "The \(limit): nothing of this was written to '\(path)', all earlier stays.",
      hints: [hint]
    )
  }
}
