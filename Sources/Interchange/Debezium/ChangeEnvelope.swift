internal import EventLog
internal import JSONText
internal import PageStore
internal import StoreErrors

/// One Debezium change event, as it lies in its parser.
///
/// Format: <https://debezium.io/documentation/reference/stable/connectors/postgresql.html#postgresql-events>,
/// with or without `schema` and `payload` around it, with its key beside it (`{"key":…,"value":…}`) or not.
struct ChangeEnvelope {
  /// What happened.
  enum Content {
    /// A row was created, updated or read (`c`, `u`, `r`).
    case row(JSONNode)
    /// A row was deleted; what it was, if the source said.
    case delete(JSONNode?)
    /// All rows of the table were deleted.
    case truncate
    /// Something that changes no record.
    case nothing(String)
  }

  /// The envelope itself: paths begin here.
  let root: JSONNode
  /// The key's payload.
  let key: JSONNode?
  private(set) var op: JSONNode?
  private(set) var before: JSONNode?
  private(set) var after: JSONNode?
  private(set) var source: JSONNode?
  private var status: JSONNode?
  private var time = EventTime()

  /// Finds the parts of a line.
  ///
  /// - Returns: nil for a tombstone, which says that a key's history may be forgotten.
  /// - Throws: `StoreError` (`badData`) where this is no change event.
  init?(_ document: JSONNode) throws(StoreError) {
    if document.isNull { return nil }
    var root = document
    var key: JSONNode?
    // Around an envelope there are others; it is the one with an `op`.
    if root.member("op") == nil {
      if let value = root.member("value"), let given = root.member("key") {
        key = Self.payload(of: given)
        root = value
      }
      root = Self.payload(of: root)
      if root.isNull { return nil }
    }
    self.root = root
    self.key = key.flatMap { $0.isNull ? nil : $0 }
    for member in root.members { note(member) }
    guard op != nil || status != nil else {
      throw StoreError(
        .badData,
        "this is no change event: there is no op",
        hints: ["a line is an envelope with op, before and after; rows alone are not enough"],
        field: "op"
      )
    }
  }

  private static func payload(of node: JSONNode) -> JSONNode { node.member("payload") ?? node }

  private mutating func note(_ member: JSONNode.Member) {
    let value = member.value
    if member.isNamed("op") {
      op = value
    } else if member.isNamed("before") {
      before = value.isNull ? nil : value
    } else if member.isNamed("after") {
      after = value.isNull ? nil : value
    } else if member.isNamed("source") {
      source = value.isNull ? nil : value
    } else if member.isNamed("status") {
      status = value
    } else {
      time.note(member)
    }
  }

  /// What happened.
  ///
  /// - Throws: `StoreError` (`badData`) for an unknown op, or a row that is not there.
  func content() throws(StoreError) -> Content {
    guard let op else { return .nothing("the boundary of a transaction changes no record") }
    if op.isString("c") || op.isString("u") || op.isString("r") {
      guard let after, after.kind == .object else {
        throw StoreError(.badData, "there is no row in after", field: "after")
      }
      return .row(after)
    }
    if op.isString("d") { return .delete(before) }
    if op.isString("t") { return .truncate }
    if op.isString("m") { return .nothing("a message changes no record") }
    throw StoreError(
      .badData,
      "\(StoreError.quote(op.minified)) is not an op",
      hints: ["the ops are c, u, d, r, t and m"],
      field: "op"
    )
  }

  /// When it happened: by the source, else by the connector; nil where neither says.
  ///
  /// A source time of 0 means that the source did not know it, as it is with the rows of a snapshot.
  ///
  /// - Throws: `StoreError` (`badData`) for what is no time, or lies outside the years 1 to 9999.
  func instant() throws(StoreError) -> Instant? {
    var sourceTime = EventTime()
    for member in source?.members ?? root.members where source != nil { sourceTime.note(member) }
    let atSource = try sourceTime.instant()
    if let atSource, atSource != EventTime.epoch { return atSource }
    return try time.instant() ?? atSource
  }
}

/// The times that stand side by side in an envelope or its source; the most exact counts.
private struct EventTime {
  static let epoch = Instant(seconds: 0)
  private var nanoseconds: JSONNode?
  private var microseconds: JSONNode?
  private var milliseconds: JSONNode?

  mutating func note(_ member: JSONNode.Member) {
    if member.isNamed("ts_ms") {
      milliseconds = member.value
    } else if member.isNamed("ts_us") {
      microseconds = member.value
    } else if member.isNamed("ts_ns") {
      nanoseconds = member.value
    }
  }

  func instant() throws(StoreError) -> Instant? {
    if let time = try Self.instant(nanoseconds, "ts_ns", perSecond: 1_000_000_000) { return time }
    if let time = try Self.instant(microseconds, "ts_us", perSecond: 1_000_000) { return time }
    return try Self.instant(milliseconds, "ts_ms", perSecond: 1_000)
  }

  /// Reads a number, or a number in quotes.
  private static func instant(_ node: JSONNode?, _ field: String, perSecond: Int64)
    throws(StoreError) -> Instant?
  {
    guard let node, !node.isNull else { return nil }
    let count = node.int64 ?? node.string.flatMap { Int64($0) }
    guard let count, let instant = Instant(count: count, perSecond: perSecond) else {
      throw StoreError(
        .badData,
        "\(field) takes a whole number since 1970, not \(StoreError.quote(node.minified))",
        field: field
      )
    }
    return instant
  }
}
