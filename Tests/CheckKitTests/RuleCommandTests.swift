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

  private func page(_ remedy: StaticString) -> RulePage { RulePage("a.b", .note, "", clause: "", cause: "", remedy: remedy) }

  @Test func commandsAreFoundInRemedies() {
    #expect(page("mediaprobe remux --faststart FILE OUT.mp4").command == "mediaprobe remux --faststart FILE OUT.mp4")
    #expect(page("'mediaprobe remux IN.flv OUT.flv' writes it anew.").command == "mediaprobe remux FILE OUT.flv")
    #expect(page("'mediaprobe mp4 --full' shows it. 'mediaprobe remux' rewrites it.").command == "mediaprobe remux FILE OUT")
    #expect(page("'mediaprobe remux --fragment 2s' numbers them anew.").command == "mediaprobe remux --fragment 2s FILE OUT")
    #expect(page("mediaprobe retag FILE OUT.mp4, or remux.").command == "mediaprobe retag FILE OUT.mp4")
    #expect(page("'mediaprobe recover --like' with a good one.").command == "mediaprobe recover --like GOOD FILE OUT")
    #expect(page("Correct the level with 'mediaprobe edit --set level_idc=LEVEL'.").command == nil)
    #expect(page("Nothing.").command == nil)
    #expect(page("'mediaprobe").command == nil)
  }

  @Test func manyRulesHaveACommand() { #expect(Check.rules.count { $0.command != nil } > 80) }
}
