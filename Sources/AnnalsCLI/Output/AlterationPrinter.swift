import Annals
import StoreErrors
import Records

/// Prints what altering a type would do, and which values are in the way.
struct AlterationPrinter {
  private let output: Output
  private let text: ValueText
  private let type: TypeDefinition

  init(_ context: Context, _ type: TypeDefinition) {
    output = context.output
    text = ValueText(zone: context.zone)
    self.type = type
  }

  /// Prints a plan.
  ///
  /// - Throws: `StoreError` (`badData`) after that, where values are in the way.
  func print(_ plan: AlterationPlan) throws {
    if output.form.isJSON {
      try output.print(json(plan).line)
    } else {
      for step in plan.steps { try output.print("would \(Escape.visible(step.words))\n") }
      if plan.recordCount > 0 {
        try output.print("would give \(plan.recordCount.counted("record")) new values\n")
      }
      for misfit in plan.misfits { try output.print(line(misfit) + "\n") }
      if plan.steps.isEmpty { try output.say("nothing to do: the type is so already") }
    }
    guard plan.misfitCount > 0 else { return }
    let hidden = plan.misfitCount - plan.misfits.count
    throw StoreError(
      .badData,
      "\(plan.misfitCount.counted("value")) in the way"
        + (hidden > 0 ? ", \(hidden) not shown" : ""),
      hints: ["change these records first, or alter the type otherwise"]
    )
  }

  /// Record, field, value and why, with tabs between.
  private func line(_ misfit: AlterationPlan.Misfit) -> String {
    [
      "misfit", Escape.plain("\(type.name)/\(misfit.id)"), Escape.plain(misfit.field),
      text.plain(misfit.value), Escape.visible(misfit.reason),
    ].joined(separator: "\t")
  }

  private func json(_ plan: AlterationPlan) -> JSON {
    let misfits = plan.misfits.map { misfit in
      var members: [(String, JSON)] = [
        ("id", .text(misfit.id.text)), ("field", .text(misfit.field)),
      ]
      if let value = misfit.value { members.append(("value", .value(value))) }
      members.append(("why", .text(misfit.reason)))
      return JSON.object(members)
    }
    return .object([
      JSON.format, ("type", .text(type.name.text)),
      ("steps", .array(plan.steps.map { .text($0.words) })),
      ("records", .number(plan.recordCount)), ("misfitCount", .number(plan.misfitCount)),
      ("misfits", .array(misfits)), ("dryRun", .bool(true)),
    ])
  }
}
