import Foundation
import TestSupport
import Testing

/// What `Web/build` makes: the folder that `MEDIAPROBE_WEB` names, or `.build/web` if it is there.
private let playground: URL? = {
  if let named = ProcessInfo.processInfo.environment["MEDIAPROBE_WEB"], !named.isEmpty { return Places.root.appending(path: named) }
  let folder = Places.root.appending(path: ".build/web")
  return hasModule(folder) ? folder : nil
}()

private func hasModule(_ folder: URL) -> Bool {
  FileManager.default.fileExists(atPath: folder.appending(path: "site/playground/mediaprobe.wasm").path)
}

/// The playground in headless Chromium: `Tests/Web/playground.mjs` drives it by the DevTools protocol and prints what is wrong. `Web/build`
/// makes the module and the site that are tested, also without optimisation.
@Suite(
  .enabled(if: Program.has("chromium") && Program.has("node") && playground != nil), .serialized, .waiting)
struct PlaygroundTests {
  /// Screenshots and what was written, kept with the build to be looked at.
  private static let pages = Places.root.appending(path: ".build/playground-pages")

  init() throws {
    try #require(playground.map(hasModule) == true, "Web/build has made no module where MEDIAPROBE_WEB says")
  }

  /// - Parameter fixtures: names of fixtures, or paths.
  private func check(_ name: String, _ fixtures: [String]) throws {
    let script = Places.root.appending(path: "Tests/Web/playground.mjs").path
    let site = try #require(playground).appending(path: "site").path
    let arguments = [script, name, Self.pages.appending(path: name).path, site, Program.mediaprobe]
    let files = fixtures.map { $0.hasPrefix("/") ? $0 : Places.fixtures.appending(path: $0).path }
    let result = try Program.run("node", arguments + files)
    #expect(result.status == 0, "\(result.text)\(result.standardError)")
  }

  /// `Int` has 32 bits in the module.
  @Test func damagedFilesCauseNoTrap() throws {
    let script = Places.root.appending(path: "Fuzz/playground.mjs").path
    let package = try #require(playground).appending(path: "package").path
    let options = ["--copies", "200", "--keep", Self.pages.appending(path: "damaged").path]
    let result = try Program.run("node", [script, package, Places.fixtures.path] + options)
    #expect(result.status == 0 && result.text.contains("200 copies, 800 questions, 0 bad"), "\(result.text)\(result.standardError)")
  }

  @Test func answersAreThoseOfTheCommand() throws {
    try check("answers", ["plain.mp4", "fragmented.mp4", "hvc1.mp4", "avc_aac.flv", "bframes.h264", "opengop.hevc", "tone.aac"])
  }

  @Test func twoFilesAreCompared() throws { try check("compare", ["plain.mp4", "faststart.mp4"]) }

  @Test func aTrapOfTheCoreDoesNotEndThePage() throws { try check("trap", ["plain.mp4", "avc_aac.flv"]) }

  @Test func viewsShowTheFileAndNamesStayText() throws { try check("views", ["plain.mp4"]) }

  @Test func whatIsNotReadIsSaidToBeNotRead() throws { try check("reading", ["plain.mp4", "avc_aac.flv"]) }

  @Test func aFileOf20GBOpensAtOnce() throws { try check("large", ["faststart.mp4"]) }

  @Test func addressesAndSegmentsAreRead() throws { try check("address", ["plain.mp4", "fragmented.mp4"]) }

  @Test func decodedPicturesHaveThePixelsOfFFmpeg() throws {
    try check("picture", ["bframes.h264", "plain.mp4", "avc_aac.flv", "hvc1.mp4"])
  }

  @Test func picturesOfOpenGroupsAndOfASecondTrackAreShown() throws { try check("groups", []) }

  @Test func whyAPictureIsNotShownIsSaid() throws { try check("shown", []) }

  @Test func byteStreamsHaveTheNameOfTheirCodec() throws { try check("naming", ["plain.mp4", "hvc1.mp4"]) }

  @Test func carriedFilesAreThoseOfTheCommand() throws {
    try check("carrying", ["plain.mp4", "avc_aac.flv"])
    // A QuickTime file becomes an ISO one.
    try withFolder("quicktime") { folder in
      let movie = folder.appending(path: "a.mov").path
      let made = try Program.run("ffmpeg", ["-v", "error", "-i", Places.fixtures.appending(path: "plain.mp4").path, "-c", "copy", movie])
      #expect(made.status == 0, "\(made.standardError)")
      try check("carrying", [movie])
    }
    // A stream of the sound has the format of its codec.
    try withFolder("sound") { folder in
      let movie = folder.appending(path: "mp3.mp4").path
      let made = try Program.run(
        "ffmpeg", ["-v", "error", "-i", Places.fixtures.appending(path: "plain.mp4").path, "-c:v", "copy", "-c:a", "libmp3lame", movie])
      #expect(made.status == 0, "\(made.standardError)")
      try check("carrying", [movie])
    }
  }

  /// The module does not grow unnoticed: every structure of five formats, every rule and every page of the catalogue is in it.
  @Test(.enabled(if: playground?.lastPathComponent != "web-unoptimised", "Web/build --unoptimised made the module"))
  func theModuleIsSmall() throws {
    let module = try #require(playground).appending(path: "mediaprobe.wasm").path
    let packed = try Program.run("sh", ["-c", "gzip -9 -c '\(module)' | wc -c"])
    let size = try #require(try FileManager.default.attributesOfItem(atPath: module)[.size] as? Int)
    #expect(size <= 5_600_000)
    #expect(try #require(Int(packed.text.trimmingCharacters(in: .whitespacesAndNewlines))) <= 2_050_000)
  }

  /// `frames` and `check` of the package are those of the command, in node; its example runs.
  @Test(arguments: ["plain.mp4", "avc_aac.flv", "bframes.h264", "opengop.hevc"]) func thePackageAnswersInNode(_ name: String) throws {
    let package = try #require(playground).appending(path: "package")
    let file = Places.fixtures.appending(path: name).path
    let script = """
      import { openAsBlob } from "node:fs";
      import * as mediaprobe from "\(package.appending(path: "index.js").path)";
      const blob = await openAsBlob(process.argv[1]), name = process.argv[1];
      const parts = [await mediaprobe.frames(blob, { name }), await mediaprobe.check(blob, { name })];
      for (const part of parts) console.log(JSON.stringify(part));
      if ((await mediaprobe.inspect(blob, { name })).files[0].size !== blob.size) throw new Error("inspect");
      const both = await mediaprobe.compare(blob, blob.slice(0, blob.size >> 1), { name });
      if (both.files.length !== 2 || both.diff.equal !== false) throw new Error("compare");
      """
    let result = try Program.run("node", ["--input-type=module", "-e", script, file])
    let lines = result.text.split(separator: "\n")
    try #require(result.status == 0 && lines.count == 2, "\(result.text)\(result.standardError)")
    for (line, command) in zip(lines, ["frames", "check"]) {
      let wanted = try Program.run(Program.mediaprobe, [command, "--format", "json", file])
      let own = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? NSDictionary
      #expect(try own == JSONSerialization.jsonObject(with: Data(wanted.text.utf8)) as? NSDictionary)
    }
    let example = try Program.run("node", [package.appending(path: "example.mjs").path, file])
    #expect(
      example.status == 0 && example.text.contains("pictures:") && example.text.contains("check:"),
      "\(example.text)\(example.standardError)")
  }
}
