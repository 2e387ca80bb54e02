internal import ByteCoding
internal import PageStore
internal import StoreErrors
internal import Synchronization

/// One caller's append, on its way into a group.
struct AppendRequest: Sendable {
  let drafts: [CommitDraft]
  let expectation: Expectation
}

extension LMDBEventLog {
  /// Appends commits, all or none; calls made at the same time share one transaction and one flush.
  public func append(_ drafts: [CommitDraft], expecting expectation: Expectation) throws
    -> [Appended]
  {
    let environment = try writableEnvironment
    return try group.submit(AppendRequest(drafts: drafts, expectation: expectation)) { requests in
      var answers: [Result<[Appended], any Error>] = []
      do {
        let written = try environment.write { transaction -> (snapshot: UInt64, head: LogHead)? in
          // Runs anew when the map had to grow.
          answers = []
          try raiseFormat(in: &transaction)
          let start = try headBefore(transaction)
          var head = start
          for request in requests {
            // A refused request is found out before its first byte is written.
            switch Result(catching: { try encode(request, after: head, in: transaction) }) {
            case .success(let prepared):
              answers.append(.success(try write(prepared, head: &head, in: &transaction)))
            case .failure(let refusal): answers.append(.failure(refusal))
            }
          }
          // A write that changes nothing leaves no snapshot: its number is the next one's.
          return head.revision > start.revision ? (transaction.snapshot, head) : nil
        }
        if let written { seenHead.withLock { $0 = written } }
      } catch {
        return requests.map { _ in .failure(error) }
      }
      return answers
    }
  }

  /// The head that a write follows upon: as a rule the one that the write before it left.
  private func headBefore(_ transaction: borrowing WriteTransaction) throws -> LogHead {
    if let seen = seenHead.withLock({ $0 }), seen.snapshot + 1 == transaction.snapshot {
      return seen.head
    }
    return try head(in: transaction)
  }

  /// Lets versions that know only an earlier format refuse a log from its next commit on.
  private func raiseFormat(in transaction: inout WriteTransaction) throws {
    if try transaction.value(of: tables.meta, Meta.format) != [Self.format] {
      try transaction.put(tables.meta, Meta.format, [Self.format])
    }
  }

  /// A request's drafts: each a commit to write, or the answer that its key already had.
  private enum Prepared {
    case new(CommitEncoder)
    case known(Appended)
  }

  private func encode(
    _ request: AppendRequest,
    after start: LogHead,
    in transaction: borrowing WriteTransaction
  ) throws -> [Prepared] {
    var head = start
    var keys: [[UInt8]: (answer: Appended, content: UInt64)] = [:]
    return try request.drafts.map { draft in
      if let key = draft.key {
        if let known = try result(of: key, in: transaction) { return .known(known) }
        if let known = keys[Array(key.name.utf8)] {
          guard known.content == key.content else {
            throw StoreError.keyReused(key.name, at: known.answer.revision)
          }
          return .known(known.answer)
        }
      }
      // A request that is repeated whole gets its first result, wherever the head is by now.
      try request.expectation.check(start)
      let commit = try CommitEncoder(draft, after: head)
      head = commit.header.asHead
      if let key = draft.key {
        let answer = Appended(
          revision: head.revision,
          time: head.time,
          durability: durability,
          isRepeat: true
        )
        keys[Array(key.name.utf8)] = (answer, key.content)
      }
      return .new(commit)
    }
  }

  private func write(
    _ prepared: [Prepared],
    head: inout LogHead,
    in transaction: inout WriteTransaction
  ) throws -> [Appended] {
    var answers: [Appended] = []
    for draft in prepared {
      switch draft {
      case .known(let answer): answers.append(answer)
      case .new(let commit):
        try write(commit, in: &transaction)
        head = commit.header.asHead
        answers.append(
          Appended(
            revision: head.revision,
            time: head.time,
            durability: durability,
            isRepeat: false
          )
        )
      }
    }
    return answers
  }

  private func write(_ commit: CommitEncoder, in transaction: inout WriteTransaction) throws {
    for piece in try commit.pieces() {
      try transaction.append(tables.commits, key: piece.key.bytes, value: piece.bytes)
    }
    for position in commit.definitions {
      try transaction.append(
        tables.definitions,
        key: PieceKey(position.revision, ordinal: position.ordinal).bytes,
        value: []
      )
    }
    if let key = commit.header.key {
      var value = ByteWriter(reserving: 16)
      value.appendFixed(commit.header.revision.rawValue)
      value.appendFixed(key.content)
      try transaction.put(tables.keys, Array(key.name.utf8), value.bytes)
    }
  }
}
