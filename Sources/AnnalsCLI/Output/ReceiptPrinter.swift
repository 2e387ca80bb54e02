import Annals
import EventLog
import Records

/// Says what a write did, or would do.
enum ReceiptPrinter {
  /// Prints a receipt: for programs as JSON among the data, for people as messages.
  ///
  /// - Parameters:
  ///   - isDryRun: whether nothing was written; what would have happened is then the data.
  ///   - printsIDs: whether ids that were made are data.
  static func print(
    _ receipt: Store.Receipt,
    _ context: Context,
    isDryRun: Bool,
    printsIDs: Bool = false
  ) throws {
    let output = context.output
    if output.form.isJSON { return try output.print(json(receipt, isDryRun: isDryRun).line) }
    if printsIDs, !isDryRun {
      for id in receipt.outcomes.compactMap(\.id) {
        try output.print(
          (output.form == .plain ? Escape.plain(id.text) : Escape.visible(id.text)) + "\n"
        )
      }
    }
    let lines = sentences(receipt, isDryRun: isDryRun)
    if isDryRun {
      try output.print(lines.map { Escape.visible($0) + "\n" }.joined())
    } else {
      for line in lines { try output.say(line) }
      if let time = receipt.time {
        try output.whisper(
          "\(receipt.eventCount.counted("event")) at \(context.zone.text(time)), \(receipt.durability.rawValue)"
        )
      }
    }
  }

  /// More outcomes than this are summed up.
  private static let most = 20

  private static func sentences(_ receipt: Store.Receipt, isDryRun: Bool) -> [String] {
    let place = receipt.revision.map { isDryRun ? "" : " in \($0)" } ?? ""
    let before = isDryRun ? "would have " : ""
    let outcomes = receipt.outcomes
    guard outcomes.count > most else {
      return outcomes.map { outcome in
        if outcome.effect != .unchanged {
          return before + "\(outcome.effect) \(name(outcome))" + place
        }
        let isOfNone = outcome.id == nil && outcome.version == 0
        return isOfNone
          ? "unchanged: no \(outcome.type) fulfils the condition" : "unchanged: \(name(outcome))"
      }
    }
    let effects: [Outcome.Effect] = [.defined, .created, .updated, .deleted, .unchanged]
    let counts = effects.compactMap { effect -> String? in
      let count = outcomes.filter { $0.effect == effect }.reduce(0) { $0 + $1.count }
      return count == 0 ? nil : "\(count) \(effect)"
    }
    return [before + counts.joined(separator: ", ") + place]
  }

  private static func name(_ outcome: Outcome) -> String {
    if let id = outcome.id { return "\(outcome.type)/\(id)@\(outcome.version)" }
    if outcome.effect == .deleted { return "\(outcome.count) of \(outcome.type)" }
    return "\(outcome.type)@\(outcome.version)"
  }

  private static func json(_ receipt: Store.Receipt, isDryRun: Bool) -> JSON {
    let outcomes = receipt.outcomes.map { outcome in
      JSON.object([
        ("effect", .text(outcome.effect.rawValue)), ("type", .text(outcome.type.text)),
        ("id", .optional(outcome.id?.text)), ("version", .number(outcome.version)),
        ("count", .number(outcome.count)),
      ])
    }
    return .object([
      JSON.format,
      ("revision", receipt.revision.map { .number($0.rawValue) } ?? .value(.null)),
      ("time", receipt.time.map(JSON.instant) ?? .value(.null)),
      ("durability", .text(receipt.durability.rawValue)), ("dryRun", .bool(isDryRun)),
      ("outcomes", .array(outcomes)),
    ])
  }
}
