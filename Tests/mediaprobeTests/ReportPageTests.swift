import Foundation
import TestSupport
import Testing

/// The page of a report in headless Chromium: `Tests/Web/check.mjs` drives it by the DevTools protocol and prints what is wrong.
@Suite(.enabled(if: Program.has("chromium") && Program.has("node")), .serialized, .waiting) struct ReportPageTests {
  /// Pages and screenshots, kept with the build to be looked at.
  private static let pages = Places.root.appending(path: ".build/report-pages")

  private func check(_ name: String, _ arguments: [String] = []) throws {
    let script = Places.root.appending(path: "Tests/Web/check.mjs").path
    let result = try Program.run("node", [script, name, Self.pages.appending(path: name).path] + arguments)
    #expect(result.status == 0, "\(result.text)\(result.standardError)")
  }

  /// Selection goes through chart, table, tree and bytes; edits and faults of the buffer are where they are; keys; hostile names stay text; what is saved can be read; contrast is AA; a
  /// frame of a million pictures has few items; the modules have no way for text to become markup.
  @Test(arguments: [
    "modules", "figures", "selection", "edits", "axes", "described", "untimed", "buffer", "trial", "keys", "million", "hostile",
    "downloads", "contrast", "screenshots",
  ])
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
    let names = [
      "mp4/bbb_prog_10s.mp4", "flv/srs_bbb.flv", "flv/scuffle_hevc_aac_enhanced.flv", "h264/CABA3_TOSHIBA_E.264",
      "h264/BA_MW_D_IDR_LOST.264", "malformed/chunk_out_of_range.mp4", "mp4/ed_hevc.mp4", "mp4/scuffle_avc_aac_fragmented.mp4",
      "flv/scuffle_avc_aac.flv",
    ]
    try check("reports", [Program.mediaprobe] + names.map { corpus.appending(path: $0).path })
  }

  @Test func aComparisonShowsBothFiles() throws {
    let files = ["plain.mp4", "faststart.mp4", "hvc1.mp4"].map { Places.fixtures.appending(path: $0).path }
    try check("comparison", [Program.mediaprobe] + files.prefix(2))
    try check("comparison", [Program.mediaprobe, files[0], files[2]])
    // Samples differ too: the second file has the first ten pictures alone.
    let folder = Self.pages.appending(path: "comparison"), part = folder.appending(path: "part.mp4").path
    let cut = try Program.mediaprobe("cut", "-y", files[0], part, "--to", "0.4")
    #expect(cut.status == 0, "\(cut.standardError)")
    try check("comparison", [Program.mediaprobe, files[0], part])
    try check("comparison", [Program.mediaprobe, part, files[0]])
  }

  /// Makes the README's picture anew. The kept one depends on versions of x264, Chromium and fonts, so only its size is compared;
  /// `MEDIAPROBE_REWRITE_GOLDEN=1` replaces it.
  @Test func theReadmeShowsAReport() throws {
    let folder = Self.pages.appending(path: "picture"), kept = Places.root.appending(path: "Documentation/report.png")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let film = folder.appending(path: "film.mp4").path, page = folder.appending(path: "film.html").path
    let encoded = try Program.run(
      "ffmpeg",
      [
        "-v", "error", "-y", "-f", "lavfi", "-i", "mandelbrot=size=640x360:rate=25", "-f", "lavfi", "-i", "sine=440:beep_factor=4",
        "-t", "40", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "veryfast", "-g", "50", "-bf", "3", "-b:v", "700k", "-maxrate",
        "900k",
        "-bufsize", "1200k", "-x264-params", "nal-hrd=vbr:threads=1", "-c:a", "aac", "-b:a", "96k", film,
      ])
    #expect(encoded.status == 0, "\(encoded.standardError)")
    let written = try Program.mediaprobe("report", "-y", film, "-o", page)
    #expect(written.status == 0, "\(written.standardError)")
    try check("picture", [Program.mediaprobe, page])
    let made = try Data(contentsOf: folder.appending(path: "report.png"))
    if ProcessInfo.processInfo.environment["MEDIAPROBE_REWRITE_GOLDEN"] == "1" { try made.write(to: kept) }
    let signature = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    for picture in [made, try Data(contentsOf: kept)] {
      #expect(picture.starts(with: signature) && (20_000..<200_000).contains(picture.count), "\(picture.count) bytes")
    }
    #expect(try String(contentsOf: Places.root.appending(path: "README.md"), encoding: .utf8).contains("](Documentation/report.png)"))
  }
}
