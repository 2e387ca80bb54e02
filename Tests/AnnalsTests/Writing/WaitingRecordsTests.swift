import ByteCoding
import EventLog
import TestSupport
import Testing

@testable import Records

/// The states that the writer keeps, which it takes back where a commit comes to nothing.
@Suite struct WaitingRecordsTests {
  private static func state(_ number: UInt64) -> RecordState {
    var state = RecordState()
    state.version = number
    state.position = EventPosition(Revision(number), 0)
    return state
  }

  @Test func `they do what a dictionary does, and take back what was not confirmed`() {
    var random = SeededGenerator()
    var records = WaitingRecords()
    var model: [RecordKey: UInt64] = [:]
    // What the model was when each mark was taken.
    var marks: [(mark: Int, model: [RecordKey: UInt64])] = [(0, [:])]
    for number in 1..<30_000 as Range<UInt64> {
      let id = ExactString("\(Int.random(in: 0..<2000, using: &random))")
      let key = RecordKey(UInt32.random(in: 1..<4, using: &random), id)
      #expect(records.state(of: key)?.version == model[key])
      #expect(records.contains(key) == (model[key] != nil))
      records.set(key, to: Self.state(number))
      model[key] = number
      switch Int.random(in: 0..<200, using: &random) {
      case 0: marks.append((records.mark, model))
      case 1:
        let last = marks.removeLast()
        records.takeBack(to: last.mark)
        model = last.model
        if marks.isEmpty { marks.append(last) }
      case 2:
        records.confirm()
        marks = [(0, model)]
      case 3:
        let border = number - min(number, 500)
        records.confirm()
        records = records.changed(after: Revision(border))
        model = model.filter { $0.value > border }
        marks = [(0, model)]
      default: break
      }
    }
    #expect(records.count == model.count)
    for (key, number) in model { #expect(records.state(of: key)?.version == number) }
  }

  @Test func `the ids of a type are those that were set and not taken back`() {
    var records = WaitingRecords()
    records.set(RecordKey(1, "a"), to: Self.state(1))
    records.set(RecordKey(2, "b"), to: Self.state(1))
    let mark = records.mark
    records.set(RecordKey(1, "c"), to: Self.state(2))
    records.takeBack(to: mark)
    var ids: [String] = []
    records.forEachID(ofType: 1) { ids.append(String(decoding: Array($0), as: UTF8.self)) }
    #expect(ids == ["a"])
  }
}
