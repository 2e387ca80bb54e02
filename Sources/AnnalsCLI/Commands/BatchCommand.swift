import Annals
import Interchange
import StoreErrors
import Records

/// The command `annals batch FILE|-`.
enum BatchCommand {
  private static let file = Argument("FILE|-", "JSON Lines of operations; - is standard input")

  static let command = Command(
    name: "batch",
    abstract: "write many operations as one commit",
    discussion: """
      Each line is an operation; all of them are one commit, or none is written:
        {"op":"create","type":"person","id":"p1","fields":{"name":"Ann","age":41}}
        {"op":"update","type":"person","id":"p1","fields":{"age":42},"unset":["name"]}
        {"op":"put","type":"person","id":"p2","fields":{"name":"Bo"}}
        {"op":"delete","type":"person","id":"p1"}
        {"op":"delete","type":"person","where":"age < 18"}
      create takes "ifAbsent":true and makes an id where none is given; update, put and delete take \
      "ifVersion":N. Empty lines are passed over. A refused line is named by its number.
      """,
    arguments: [file],
    examples: [Example("batch changes.jsonl -m 'spring cleaning'", "write a file of changes")],
    access: .writes,
    run: run
  )

  private static func run(_ invocation: Invocation, _ context: Context) throws {
    let lines = try LineSource(path: invocation.required(file))
    let store = try context.storeForWriting()
    defer { store.close() }
    var reader = OperationReader { try store.type($0) }
    var operations: [RecordOperation] = []
    var lineNumbers: [Int] = []
    while let operation = try next(lines, &reader) {
      operations += operation
      lineNumbers += operation.map { _ in lines.lineNumber }
    }
    guard !operations.isEmpty else { throw StoreError(.badData, "the input holds no operation") }
    do { try context.write(operations, in: store, invocation) } catch let error as StoreError
      where isOfOneOperation(error)
    {
      let index = try firstFault(in: operations, store, context, invocation[.reason])
      throw error.atLine(lineNumbers[index])
    }
  }

  private static func isOfOneOperation(_ error: StoreError) -> Bool {
    [.badData, .conflict, .notUnique, .notFound, .tooLarge].contains(error.code)
  }

  /// The first operation that the store refuses upon those before it, found by halving.
  private static func firstFault(
    in operations: [RecordOperation],
    _ store: Store,
    _ context: Context,
    _ reason: String?
  ) throws -> Int {
    var options = Store.WriteOptions()
    options.isDryRun = true
    var good = 0
    var bad = operations.count
    while bad - good > 1 {
      let middle = good + (bad - good) / 2
      let part = Array(operations[..<middle])
      do {
        _ = try store.write(by: context.actor, because: reason, part, options)
        good = middle
      } catch let error as StoreError where isOfOneOperation(error) { bad = middle }
    }
    return bad - 1
  }

  /// The operation of the next line, none where it is empty; nil at the end.
  private static func next(
    _ lines: LineSource,
    _ reader: inout OperationReader
  ) throws -> [RecordOperation]? {
    do {
      return try lines.next { line in
        line.indices.allSatisfy { line[$0] <= 0x20 } ? [] : [try reader.read(line)]
      }
    } catch var error as StoreError {
      // An unknown name in a file is a fault of the data, not of the command line.
      if error.code == .usage { error.code = .badData }
      throw error.atLine(lines.lineNumber)
    }
  }
}
