import Foundation
import TestSupport
import Testing

/// What a browser reports about playback: the output of `Tests/Browser/play.py`.
struct Told: Decodable {
  struct Pixels: Decodable {
    var mean: Double
    var least: Int
    var most: Int
  }

  var error: String?
  var duration: Double?
  var width: Int?
  var height: Int?
  var first: Pixels?
  var middle: Pixels?
  var ended: Double?
  var hasSound: Bool?
  var buffered: [Double]?

  /// - Parameter mime: the type for Media Source Extensions; nil to play with `<video src>`.
  init(playing file: URL, mime: String? = nil) throws {
    let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(path: "Browser/play.py").path
    let answer = try Program.run("python3", [script, "chromium", file.path] + (mime.map { [$0] } ?? []))
    self = try JSONDecoder().decode(Told.self, from: answer.standardOutput)
  }
}

private struct Description: Decodable {
  struct Track: Decodable { var codecString: String }
  var tracks: [Track]

  init(_ json: Data) throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    self = try decoder.decode(Description.self, from: json)
  }
}

/// Plays output files in Chromium, an independent and strict reader.
@Suite(.enabled(if: Program.has("chromium") && Program.has("python3")), .serialized, .waiting) struct BrowserTests {
  private func carried(_ fixture: String, _ options: [String], into folder: URL) throws -> URL {
    let output = folder.appending(path: "\(fixture)-\(options.joined()).mp4")
    let result = try Program.run(Program.mediaprobe, ["remux"] + options + [Places.fixtures.appending(path: fixture).path, output.path])
    try #require(result.status == 0, "\(result.standardError)")
    return output
  }

  /// Checks that a picture with content was drawn and that the end was reached.
  private func check(_ told: Told, seconds: Double, hasSound: Bool) throws {
    #expect(told.error == nil)
    #expect((told.width, told.height) == (128, 96))
    let length = try #require(told.duration)
    #expect(abs(length - seconds) < 0.1)
    #expect(abs(try #require(told.ended) - length) < 0.05)
    #expect(told.hasSound == hasSound)
    for pixels in [told.first, told.middle] {
      let pixels = try #require(pixels)
      #expect(pixels.most - pixels.least > 100)
      #expect(abs(pixels.mean - 104) < 8)
    }
  }

  @Test(arguments: [("plain.mp4", true), ("avc_aac.flv", true), ("bframes.h264", false)], [[], ["--faststart"]])
  func aPlainFilePlays(_ fixture: (name: String, hasSound: Bool), _ options: [String]) throws {
    try withEmptyFolder { folder in
      let told = try Told(playing: carried(fixture.name, options, into: folder))
      try check(told, seconds: 1, hasSound: fixture.hasSound)
    }
  }

  @Test(arguments: [("plain.mp4", true), ("avc_aac.flv", true), ("bframes.h264", false)])
  func aMediaSourceTakesFragments(_ fixture: (name: String, hasSound: Bool)) throws {
    try withEmptyFolder { folder in
      let file = try carried(fixture.name, ["--fragment", "500ms"], into: folder)
      let info = try Program.mediaprobe("info", "--format", "json", file.path)
      let codecs = try Description(info.standardOutput).tracks.map(\.codecString)
      let told = try Told(playing: file, mime: "video/mp4; codecs=\"\(codecs.joined(separator: ","))\"")
      try check(told, seconds: 1.04, hasSound: fixture.hasSound)
      let buffered = try #require(told.buffered)
      #expect(buffered[0] < 0.05 && abs(buffered[1] - (told.duration ?? 0)) < 0.05)
    }
  }

  /// A track that starts late in its file does so in CMAF, which has no empty edits: browsers ignore them.
  @Test(arguments: ["late.mp4", "late.flv"], ["0", "1"]) func aMediaSourceTakesALateTrack(_ name: String, _ track: String) throws {
    try withEmptyFolder { folder in
      func path(_ name: String) -> String { folder.appending(path: name).path }
      let maps = track == "0" ? ["-map", "0:v", "-map", "1:a"] : ["-map", "1:v", "-map", "0:a"]
      let inputs = ["-itsoffset", "0.7", "-i", fixturePath("plain.mp4"), "-i", fixturePath("plain.mp4")]
      #expect(try Program.run("ffmpeg", ["-nostdin", "-v", "error"] + inputs + maps + ["-c", "copy", path(name)]).status == 0)
      let result = try Program.mediaprobe("extract", "--track", track, "--fragment", "500ms", "--cmaf", path(name), path("track.mp4"))
      #expect(result.status == 0, "\(result.standardError)")
      let check = try Program.mediaprobe("check", "--for", "cmaf", path("track.mp4"))
      #expect(!check.text.contains("cmaf."), "\(check.text)")
      let times = try Program.run(
        "ffprobe", ["-v", "error", "-show_entries", "packet=pts_time", "-of", "csv=p=0", path("track.mp4")])
      let first = try #require(times.text.split(separator: "\n").compactMap { Double($0) }.min())
      let info = try Program.mediaprobe("info", "--format", "json", path("track.mp4"))
      let codec = try #require(try Description(info.standardOutput).tracks.first?.codecString)
      let told = try Told(
        playing: folder.appending(path: "track.mp4"), mime: "\(track == "0" ? "video" : "audio")/mp4; codecs=\"\(codec)\"")
      let buffered = try #require(told.buffered)
      // FLV has the priming of sound as sound.
      let late = track == "1" && name == "late.mp4" ? 0.68 : 0.7
      #expect(abs(first - late) < 0.03 && abs(buffered[0] - late) < 0.03, "\(first) s, \(buffered)")
    }
  }
}
