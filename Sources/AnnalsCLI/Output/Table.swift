/// A table for people: columns as wide as what stands in them, numbers to the right, no wider than the
/// terminal.
///
/// Widths are taken from the first rows, so that a table of any length needs little memory.
struct Table {
  /// A column.
  struct Column: Sendable {
    var title: String
    /// Whether it stands to the right, as numbers do.
    var isNumeric = false
    /// Whether it is shortened only where nothing else is left: half a time says little.
    var isKept = false
    /// Whether it is shortened only once the others are as narrow as they may be.
    var isPreferred = false
  }

  /// A cell: what it says and whether it says it in a low voice.
  struct Cell: Sendable {
    let text: String
    var isDim = false
  }

  private let columns: [Column]
  private let limit: Int
  private let style: Style
  private var widths: [Int]
  private var waiting: [[Cell]] = []
  private var isOpen = false

  private static let sample = 1000
  private static let gap = 2
  private static let leastWidth = 6

  init(_ columns: [Column], width: Int, style: Style) {
    self.columns = columns
    self.style = style
    limit = width
    widths = columns.map { TextWidth.cells($0.title) }
  }

  /// Adds a row.
  ///
  /// - Returns: lines that are ready to be shown, if any.
  mutating func add(_ row: [Cell]) -> String {
    if isOpen { return line(row) }
    for (index, cell) in row.enumerated() {
      widths[index] = max(widths[index], TextWidth.cells(cell.text))
    }
    waiting.append(row)
    return waiting.count < Self.sample ? "" : open()
  }

  /// The lines that were not shown yet; the head alone for a table without rows.
  mutating func finish() -> String { isOpen ? "" : open() }

  private mutating func open() -> String {
    isOpen = true
    fit()
    let head = columns.enumerated().map { index, column in
      cell(column.title, index, style.bold)
    }
    let rows = waiting.map(line)
    waiting = []
    return ([Self.joined(head)] + rows).joined()
  }

  /// Takes cells from the widest columns until the table fits: of text first, of all if need be.
  private mutating func fit() {
    let text = columns.indices.filter { !columns[$0].isNumeric && !columns[$0].isKept }
    fit(text.filter { !columns[$0].isPreferred })
    fit(text)
    fit(Array(columns.indices))
  }

  private mutating func fit(_ yielding: [Int]) {
    let gaps = Self.gap * max(0, columns.count - 1)
    var excess = widths.reduce(gaps, +) - limit
    while excess > 0, let widest = yielding.map({ widths[$0] }).max(), widest > Self.leastWidth {
      let narrower = yielding.map { widths[$0] }.filter { $0 < widest }
      let second = max(Self.leastWidth, narrower.max() ?? 0)
      let indexes = yielding.filter { widths[$0] == widest }
      let each = max(1, min(widest - second, excess / indexes.count))
      for index in indexes where excess > 0 {
        widths[index] -= each
        excess -= each
      }
    }
  }

  private func line(_ row: [Cell]) -> String {
    Self.joined(row.enumerated().map { cell($1.text, $0, $1.isDim ? style.dim : { $0 }) })
  }

  private func cell(_ text: String, _ index: Int, _ paint: (String) -> String) -> String {
    let short = TextWidth.shortened(text, to: widths[index])
    let isLast = index == columns.count - 1
    let isRight = columns[index].isNumeric
    // Colours have no width, so blanks are added around them.
    let blanks = TextWidth.padded(
      "",
      to: isLast && !isRight ? 0 : widths[index] - TextWidth.cells(short)
    )
    return isRight ? blanks + paint(short) : paint(short) + blanks
  }

  private static func joined(_ cells: [String]) -> String {
    cells.joined(separator: String(repeating: " ", count: gap)) + "\n"
  }
}
