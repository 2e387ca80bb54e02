/// Where a run's result goes beside the terminal; nil for nowhere.
struct ReportFiles: Equatable {
  /// The file of the figures.
  var json: String?
  /// The file of the report.
  var markdown: String?
  /// The folder of the plots.
  var plots: String?

  /// Prints the report, and writes the files that are wanted.
  ///
  /// The figures come first and the plots last: whatever fails, what was measured is not lost.
  func write(_ document: Document, _ figures: [Figure], _ drawings: [Plot] = []) throws {
    Output.answer.write(document.text)
    if let json { try write(String(decoding: try Figure.json(figures), as: UTF8.self), to: json) }
    if let markdown { try write(document.markdown, to: markdown) }
    if let plots { try Gnuplot.draw(drawings, in: plots) }
  }

  private func write(_ text: String, to path: String) throws {
    let file = try OutputFile(at: path)
    try file.append(text)
    try file.flush()
  }
}
