#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The order of operations in a real history, without its contents.
struct Recording: Sendable {
  /// One event.
  struct Step: Sendable, Equatable {
    enum Operation: String, Sendable { case create, update, delete }

    var operation: Operation
    /// The record, numbered in the order of the first events.
    var record: Int
    /// How many fields the event changes.
    var fields: Int
  }

  private(set) var steps: [Step] = []
  /// How many records it names.
  private(set) var recordCount = 0

  /// A line of `annals export --format jsonl`, as far as it matters here.
  private struct Line: Decodable {
    struct Changed: Decodable {}

    var op: String?
    var type: String?
    var id: String?
    var changes: [String: Changed]?
  }

  /// Reads a file that `annals export --format jsonl` wrote.
  ///
  /// - Throws: `BenchmarkError` where it cannot be read, is something else, or has no event of a record.
  init(at path: String) throws(BenchmarkError) {
    let data: Data
    do { data = try Data(contentsOf: URL(filePath: path)) } catch {
      throw BenchmarkError("cannot read \(path): \(error)")
    }
    var numbers: [String: Int] = [:]
    let decoder = JSONDecoder()
    for (index, bytes) in data.split(separator: UInt8(ascii: "\n")).enumerated() {
      let line: Line
      do { line = try decoder.decode(Line.self, from: bytes) } catch {
        throw BenchmarkError(
          "line \(index + 1) of \(path) is no event: \(error)",
          hint: "make the file with: annals export --format jsonl"
        )
      }
      guard let operation = line.op.flatMap(Step.Operation.init), let type = line.type,
        let id = line.id
      else { continue }
      let record = numbers[type + "/" + id] ?? numbers.count
      numbers[type + "/" + id] = record
      steps.append(Step(operation: operation, record: record, fields: line.changes?.count ?? 0))
    }
    recordCount = numbers.count
    guard !steps.isEmpty else {
      throw BenchmarkError(
        "there is no event of a record in \(path)",
        hint: "make the file with: annals export --format jsonl"
      )
    }
  }
}
