import CheckKit
import Foundation
import TestSupport
import Testing

/// The commands that findings name mend the bad files of their rules. `RemedyTests` does the same for `check --fix`.
@Suite struct RuleCommandTests {
  private static func command(_ item: RuleCase) -> [String]? {
    guard let page = Check.rules.first(where: { $0.id.description == item.rule }), page.mend == nil else { return nil }
    let words = page.command?.split(separator: " ").map(String.init) ?? []
    // Commands with a good file need more than the bad one.
    return words.isEmpty || words.contains("--like") ? nil : words
  }

  static let cases = RuleCase.all.filter { command($0) != nil }

  @Test(arguments: cases) func theFindingIsGone(_ item: RuleCase) throws {
    let bytes = try item.damage(item.good())
    try withEmptyFolder { folder in
      let command = try #require(Self.command(item))
      let named = command.first { $0.hasPrefix("OUT.") }?.dropFirst(3)
      let (input, output) = (
        folder.appending(path: "in"), folder.appending(path: "out" + (named.map(String.init) ?? Self.suffix(bytes, item)))
      )
      try Data(bytes).write(to: input)
      let words = command.dropFirst().map { word in
        word == "FILE" ? input.path : word == "OUT" || word.hasPrefix("OUT.") ? output.path : word
      }
      let result = try Program.run(Program.mediaprobe, Array(words))
      try #require(result.status < 2, "\(result.standardError)")
      let after = RuleCase.rules(in: Array(try Data(contentsOf: output)), targets: item.targets, codec: item.codec)
      #expect(!after.contains(item.rule))
    }
  }

  /// The extension of the output: that of the input's format.
  private static func suffix(_ bytes: [UInt8], _ item: RuleCase) -> String {
    if bytes.starts(with: Array("FLV".utf8)) { return ".flv" }
    if bytes.starts(with: [0xFF]) { return ".aac" }
    if bytes.starts(with: [0, 0, 0, 1]) || bytes.starts(with: [0, 0, 1]) { return item.rule.hasPrefix("hevc") ? ".hevc" : ".h264" }
    return ".mp4"
  }

  /// Pages whose command needs another file, or several.
  @Test func commandsNameTheirFiles() {
    let pages = Check.rules.filter { $0.mend == nil && $0.command != nil }
    #expect(pages.map(\.id.description).contains("mp4.movie-missing"))
    for page in pages {
      let words = page.command?.split(separator: " ").map(String.init) ?? []
      #expect(words.count > 3 && words[0] == "mediaprobe" && words.contains("FILE"), "\(page.id)")
      #expect(words.contains { $0 == "OUT" || $0.hasPrefix("OUT.") }, "\(page.id)")
      #expect(words.contains("--like") == words.contains("GOOD"), "\(page.id)")
      #expect(page.remedy.description.contains("mediaprobe \(words[1])"), "\(page.id)")
    }
  }

  @Test func aCommandStandsOnThePage() {
    func page(_ command: StaticString?) -> RulePage {
      RulePage("a.b", .note, "", clause: "", cause: "", remedy: "'mediaprobe remux IN OUT' is only mentioned.", command: command)
    }
    #expect(page(nil).command == nil)
    #expect(page("mediaprobe remux FILE OUT").command == "mediaprobe remux FILE OUT")
    #expect(Check.rules.first { $0.id.description == "mp4.index-after-media" }?.command == "mediaprobe check --fix FILE -o OUT")
  }

  @Test func manyRulesHaveACommand() { #expect(Check.rules.count { $0.command != nil } > 80) }
}
