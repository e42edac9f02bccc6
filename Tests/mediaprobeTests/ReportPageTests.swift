import Foundation
import TestSupport
import Testing

/// The page of a report in headless Chromium: `Tests/Web/check.mjs` drives it by the DevTools protocol and prints what is wrong.
@Suite(.enabled(if: Program.has("chromium") && Program.has("node")), .serialized) struct ReportPageTests {
  /// Pages and screenshots, kept with the build to be looked at.
  private static let pages = Places.root.appending(path: ".build/report-pages")

  private func check(_ name: String, _ arguments: [String] = []) throws {
    let script = Places.root.appending(path: "Tests/Web/check.mjs").path
    let result = try Program.run("node", [script, name, Self.pages.appending(path: name).path] + arguments)
    #expect(result.status == 0, "\(result.text)\(result.standardError)")
  }

  /// Selection goes through chart, table, tree and bytes; keys; hostile names stay text; what is saved can be read; contrast is AA; a
  /// frame of a million pictures has few items; the modules have no way for text to become markup.
  @Test(arguments: ["modules", "selection", "keys", "million", "hostile", "downloads", "contrast", "screenshots"])
  func thePageWorks(_ name: String) throws {
    try check(name)
  }

  @Test func reportsOfFixturesHaveTheCountsOfOtherCommands() throws {
    let names = [
      "plain.mp4", "faststart.mp4", "fragmented.mp4", "hvc1.mp4", "avc_aac.flv", "bframes.h264", "interlaced.h264", "opengop.hevc",
      "tone.aac",
    ]
    try check("reports", [Program.mediaprobe] + names.map { Places.fixtures.appending(path: $0).path })
  }

  @Test(.enabled(if: Places.corpus != nil)) func reportsOfRealFilesHaveTheCountsOfOtherCommands() throws {
    let corpus = try #require(Places.corpus)
    let names = ["mp4/bbb_prog_10s.mp4", "flv/srs_bbb.flv", "h264/CABA3_TOSHIBA_E.264", "malformed/chunk_out_of_range.mp4"]
    try check("reports", [Program.mediaprobe] + names.map { corpus.appending(path: $0).path })
  }

  @Test func aComparisonShowsBothFiles() throws {
    let files = ["plain.mp4", "faststart.mp4"].map { Places.fixtures.appending(path: $0).path }
    try check("comparison", [Program.mediaprobe] + files)
  }
}
