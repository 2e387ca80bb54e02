/// Plays a recording upon the people of a stream, again from its beginning once it has ended.
struct Playback: Sendable {
  private let recording: Recording
  private var index = 0
  /// The number of the person who stands for a record, where one does.
  private(set) var people: [Int: UInt32] = [:]

  init(_ recording: Recording) { self.recording = recording }

  /// The next step.
  mutating func next() -> Recording.Step {
    if index == recording.steps.count {
      // Other people stand for the records from now on: those of before live on.
      index = 0
      people = [:]
    }
    defer { index += 1 }
    return recording.steps[index]
  }

  /// Lets a person stand for a record, or nobody any more.
  mutating func set(_ person: UInt32?, for record: Int) { people[record] = person }
}
