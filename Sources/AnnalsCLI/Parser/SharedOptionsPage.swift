/// What `annals help options` prints: the options that commands share, and who has them.
enum SharedOptionsPage {
  static func text(width: Int) -> String {
    let sections = Manual.sharedOptions.map { title, options in
      HelpPage.section(title, options.map { ($0.spelling, $0.abstract) }, width: width)
    }
    return (["annals help options – what commands share"] + sections).joined(separator: "\n\n")
      + "\n"
  }
}
