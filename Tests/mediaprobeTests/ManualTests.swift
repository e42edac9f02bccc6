import Foundation
import TestSupport
import Testing

@testable import mediaprobe

/// Manual pages and the reference, made from the command table.
@Suite struct ManualTests {
  /// groff reports every request that it does not know and every escape that it cannot set.
  @Test(.enabled(if: Program.has("groff"))) func pagesHaveNoWarnings() throws {
    let folder = Places.scratch("man")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for command in [nil] + commandTable.map({ Optional($0.name) }) {
      let page = try Program.run(Program.mediaprobe, ["manual", "man"] + (command.map { [$0] } ?? []))
      #expect(page.status == 0)
      let file = folder.appending(path: "\(command ?? "mediaprobe").1")
      try page.standardOutput.write(to: file)
      let shown = try Program.run("groff", ["-man", "-Tutf8", "-ww", "-z", file.path])
      #expect(shown.status == 0 && shown.standardError.isEmpty, "\(command ?? ""): \(shown.standardError)")
      let text = try Program.run("groff", ["-man", "-Tutf8", "-P-c", "-P-b", "-P-u", file.path]).text
      #expect(text.contains("NAME") && text.contains("EXIT STATUS"))
      for option in commandTable.first(where: { $0.name == command })?.allOptions ?? [] {
        #expect(text.contains(option.spelling), "\(option.name)")
      }
    }
  }

  @Test func theReferenceHasEveryCommandAndOption() throws {
    let text = try Program.run(Program.mediaprobe, ["manual", "markdown"]).text
    for command in commandTable {
      #expect(text.contains("\n## \(command.name)\n"))
      for example in command.examples { #expect(text.contains("mediaprobe \(example)\n")) }
    }
    #expect(try Program.run(Program.mediaprobe, ["manual", "markdown", "nalu"]).text.hasPrefix("## nalu\n"))
  }

  @Test(arguments: [["manual", "html"], ["manual", "man", "nothing"], ["manual"]]) func wrongFormsAreSaid(_ words: [String]) throws {
    #expect(try Program.run(Program.mediaprobe, words).status == 64)
  }
}
