import Annals

// Four lines of text that are there again when the program starts the next time.
struct Line: Record {
  var number: Int
  var text: String
  var id: Int { number }

  static let schema = Schema<Line>("line") {
    Field("number", \.number, .range(1...4))
    Field("text", \.text)
  }
}

let store = try Store.open(at: "lines.annals", for: Line.self)

/// The four fields of the form; a line that was never kept is empty.
let kept = try store.fetch(Line.self)
var lines = (1...4).map { number in
  kept.first { $0.number == number } ?? Line(number: number, text: "")
}

func show(_ line: Line) { print("\(line.number): \(line.text)") }

lines.forEach(show)

// Each line of input, such as "2 some words", fills one of the fields.
print("> ", terminator: "")
while let input = readLine() {
  let words = input.split(separator: " ", maxSplits: 1).map(String.init)
  do {
    let line = try Line(texts: ["number": words.first ?? "", "text": words.dropFirst().last ?? ""])
    lines[line.number - 1] = line
    show(line)
  } catch let error as StoreError {
    for wrong in error.violations { print("  \(wrong.field ?? ""):", wrong.message) }
  }
  print("> ", terminator: "")
}

// On leaving, each line is updated, or created where it is not there, all in one commit. A line that
// is as it was makes no event, and where all are, there is no commit.
let written = try store.write(by: "ann", because: "left the program") { transaction in
  for line in lines { try transaction.save(line) }
}
print(written.revision.map { "saved as \($0)" } ?? "nothing changed")

// What nobody asked for and is there all the same: what each line was before.
for line in lines {
  let texts = try store.history(of: Line.self, line.id).compactMap(\.new?.text)
  if texts.count > 1 { print("line \(line.number) was:", texts.dropLast().joined(separator: ", ")) }
}
