import Foundation
import Testing

/// `Scripts/install`, with the tool beside the tests.
@Suite struct `Installing` {
  @Test func `puts the program, its manual page and its completions in their places`() throws {
    let tool = try Tool()
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Scripts/install").standardizedFileURL.path
    // A relative prefix is meant from here, whatever the script's own folder is.
    try tool.shell("'\(script)' --built '\(Tool.binary.path)' 'my prefix'")
    let prefix = tool.folder.appendingPathComponent("my prefix")
    for (line, file) in [
      ("help --man", "share/man/man1/annals.1"),
      ("completion bash", "share/bash-completion/completions/annals"),
      ("completion zsh", "share/zsh/site-functions/_annals"),
      ("completion fish", "share/fish/vendor_completions.d/annals.fish"),
    ] {
      let text = try String(contentsOf: prefix.appendingPathComponent(file), encoding: .utf8)
      #expect(text == (try tool.ok(line)), "\(file)")
    }
    let installed = prefix.appendingPathComponent("bin/annals").path
    #expect(FileManager.default.contentsEqual(atPath: installed, andPath: Tool.binary.path))
    #expect(FileManager.default.isExecutableFile(atPath: installed))
  }
}
