/// The one error type of Annals: what went wrong, with its values, and the way out.
///
/// `code` is for programs, `message` and `hints` are for people. A form can show the message next to
/// `field`; an importer names `line`.
public struct StoreError: Error, Sendable, Equatable {
  /// The kind of failure.
  ///
  /// A struct, so that a new kind breaks no `switch`.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The name as it is printed in JSON errors.
    public let rawValue: String

    /// Makes a code from its printed name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The name as it is printed in JSON errors.
    public var description: String { rawValue }
  }

  /// The kind of failure.
  public var code: Code
  /// What went wrong, in one line, with the values.
  public var message: String
  /// The way out: at most two lines.
  public var hints: [String]
  /// The field that a refused value was meant for.
  public var field: String?
  /// The rule of the field that the value breaks; nil where it is none of its rules.
  public var rule: BrokenRule?
  /// The refused value, as text; nil where there was none.
  public var value: String?
  /// What was refused along with it: the other fields of the same record.
  public var others: [StoreError] = []
  /// The line of the input, counted from 1, that was refused.
  public var line: Int?
  /// The failed C call and its status, where there was one: `mdb_put: MDB_MAP_FULL (-30792)`.
  public var underlying: String?

  /// Makes an error.
  public init(
    _ code: Code,
    _ message: String,
    hints: [String] = [],
    field: String? = nil,
    line: Int? = nil,
    underlying: String? = nil
  ) {
    self.code = code
    self.message = message
    self.hints = hints
    self.field = field
    self.line = line
    self.underlying = underlying
  }

  /// Every refusal of a field's value, in the order of the fields; empty for errors that are of no field.
  public var violations: [StoreError] {
    var first = self
    first.others = []
    return (field == nil ? [] : [first]) + others
  }

  /// What a form shows next to a field; nil where nothing is wrong with it.
  ///
  /// - Parameter field: the field's stored name.
  public func message(for field: String) -> String? {
    violations.first { $0.field == field }?.message
  }

  /// The same error, said of a line of input.
  ///
  /// - Parameter number: the line, counted from 1.
  public func atLine(_ number: Int) -> StoreError {
    var copy = self
    copy.line = number
    return copy
  }
}

extension StoreError.Code {
  // A negative answer.

  /// Nothing is there: no such record, version, revision or snapshot.
  public static let notFound = Self(rawValue: "not-found")

  /// Something that was derived from the log, or the log itself, is not what it should be.
  public static let verificationFailed = Self(rawValue: "verification-failed")

  // Conflicts: the store is in another state than the caller expected.

  /// The expected version, revision or absence does not hold.
  public static let conflict = Self(rawValue: "conflict")
  /// A unique value is taken by another record.
  public static let notUnique = Self(rawValue: "not-unique")
  /// The idempotency key was used before, for something else.
  public static let keyReused = Self(rawValue: "key-reused")

  // What the caller gave.

  /// The call or command makes no sense: unknown type or field, a broken expression.
  public static let usage = Self(rawValue: "usage")
  /// The data were refused: wrong kind, a broken rule, malformed input.
  public static let badData = Self(rawValue: "bad-data")
  /// A size or count is over its limit.
  public static let tooLarge = Self(rawValue: "too-large")

  // Where the store lies.

  /// There is no store at this place.
  public static let noStore = Self(rawValue: "no-store")
  /// There is a store already, or something else in its place.
  public static let alreadyExists = Self(rawValue: "already-exists")
  /// A file or folder could not be made.
  public static let cannotCreate = Self(rawValue: "cannot-create")
  /// The operating system refused access.
  public static let permission = Self(rawValue: "permission")
  /// The store was opened for reading only, or lies where nothing can be written.
  public static let readOnly = Self(rawValue: "read-only")
  /// The store was written by a newer version.
  public static let futureFormat = Self(rawValue: "future-format")
  /// A later program changed the store's types.
  public static let newerTypes = Self(rawValue: "newer-types")

  // The machine.

  /// The disk is full.
  ///
  /// What was acknowledged stays.
  public static let diskFull = Self(rawValue: "disk-full")
  /// The address space for the map is used up.
  public static let mapFull = Self(rawValue: "map-full")
  /// The disk failed.
  public static let io = Self(rawValue: "io")
  /// Stored bytes are not what was written.
  public static let damaged = Self(rawValue: "damaged")
  /// Someone else holds what is needed; trying again later can help.
  public static let busy = Self(rawValue: "busy")
  /// The store was closed.
  public static let closed = Self(rawValue: "closed")
  /// The call is not allowed here, such as a write inside a write.
  public static let misuse = Self(rawValue: "misuse")
  /// The work was called off.
  public static let cancelled = Self(rawValue: "cancelled")
  /// A fault of Annals itself.
  public static let `internal` = Self(rawValue: "internal")
}

extension StoreError: CustomStringConvertible {
  /// The message with its place and cause, what else was refused, and the hints, one a line.
  public var description: String {
    var text = message
    if let line { text = "line \(line): " + text }
    if let underlying { text += " [\(underlying)]" }
    // What several fields have to do with has the same message for each of them.
    let more = others.map(\.message).filter { $0 != message }
    let lines = [text] + more + hints.map { "hint: " + $0 }
    return lines.joined(separator: "\n")
  }
}
