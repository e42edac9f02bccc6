import BitstreamKit
import Foundation
import TestSupport
import Testing

@testable import mediaprobe

@Test(arguments: [
  ("90", 90_000), ("1.5s", 1500), ("500ms", 500), ("0:03.25", 3250), ("2:03", 123_000), ("1:02:03.5", 3_723_500), ("10:00:00", 36_000_000),
])
func timesArePlacesOnATimeline(text: String, milliseconds: Int64) {
  #expect(timelinePlace(text) == MediaTime(milliseconds: milliseconds))
}

@Test func timesHaveUpToNineDecimals() {
  #expect(timelinePlace("1:00.033367") == MediaTime(value: 60_033_367, timescale: 1_000_000))
  #expect(timelinePlace("0.0333666667s") == nil)
  #expect(timelinePlace("0.033366667s") == MediaTime(value: 33_366_667, timescale: 1_000_000_000))
}

@Test(arguments: ["", "-1", "1:", ":1", "1:60", "1:2:3:4", "1s:2", "1:2s", "x", "1.0123456789", "1.5ms", "99999999999"])
func whatIsNoTimeIsRefused(text: String) {
  #expect(timelinePlace(text) == nil)
}

@Suite(.waiting, .enabled(if: Program.has("ffmpeg"))) struct CutWithFFmpegTests {
  /// The pictures shown are those of the source between the two times, with their times.
  @Test(
    arguments: ["plain.mp4", "faststart.mp4", "fragmented.mp4", "avc_aac.flv", "bframes.h264", "opengop.hevc"],
    [(320, 720), (500, 1000), (80, 160)])
  func exactlyWhatLiesBetween(source: String, part: (Int, Int)) throws {
    try withEmptyFolder { folder in
      let target = folder.appending(path: "a.mp4").path
      // Times of a bare stream are those of its MP4.
      let whole = folder.appending(path: "whole.mp4").path
      #expect(try Program.mediaprobe("remux", "--verify", fixturePath(source), whole).status == 0)
      let result = try Program.mediaprobe(
        "cut", "--verify", fixturePath(source), target, "--from", "\(part.0)ms", "--to", "\(part.1)ms")
      #expect(result.status == 0, "\(result.standardError)")
      #expect(result.standardError.hasPrefix("mediaprobe: kept 0."))
      let all = try decodedFrames(whole, "v")
      let start = try #require(all.map(\.time).min())
      let first = min(start, try decodedFrames(whole, "a").map(\.time).filter { $0 >= 0 }.min() ?? start)
      let (from, to) = (first + Double(part.0) / 1000, first + Double(part.1) / 1000)
      let asked = all.filter { $0.time >= from - 0.0005 && $0.time < to - 0.0005 }
      let shown = try decodedFrames(target, "v")
      #expect(!shown.isEmpty && shown.map(\.hash) == asked.map(\.hash), "\(shown.count) of \(asked.count)")
      // FFmpeg starts with the first picture that is shown completely.
      let late = zip(shown, asked).map { abs(($0.time - shown[0].time) - ($1.time - asked[0].time)) }.max() ?? 1
      #expect(late < 0.0015, "\(late)")
    }
  }

  /// Audio keeps its time exactly to the sample.
  @Test func soundIsInItsPlace() throws {
    try withEmptyFolder { folder in
      let target = folder.appending(path: "a.mp4").path
      #expect(try Program.mediaprobe("cut", fixturePath("plain.mp4"), target, "--from", "0.25", "--to", "750ms").status == 0)
      let (before, after) = (try decodedSound(fixturePath("plain.mp4")), try decodedSound(target))
      let start = 44100 / 4
      #expect(abs(after.count - 22050) <= 1024)
      let distances = (-2...2).map { shift in
        (0..<20000).map { abs(Int(before[start + shift + $0]) - Int(after[$0])) }.max() ?? 0
      }
      // FFmpeg's rounding to 16 bits depends on preceding samples.
      #expect(distances[2] <= 1 && distances[1] > 50 && distances[3] > 50, "\(distances)")
    }
  }

  /// Times are those of the file and not of the chosen track, which starts later: the same sound is kept with and without the pictures.
  @Test(arguments: [("0.7s", "1.2s"), ("0.2s", "1s"), ("0s", "0.9s")], ["late.mp4", "late.flv"])
  func aTrackIsCutByTheTimesOfTheFile(part: (String, String), name: String) throws {
    try withEmptyFolder { folder in
      func path(_ name: String) -> String { folder.appending(path: name).path }
      let source = fixturePath("plain.mp4")
      let inputs = ["-i", source, "-itsoffset", "0.5", "-i", source, "-map", "0:v", "-map", "1:a", "-c", "copy"]
      _ = try Program.run("ffmpeg", ["-v", "error", "-nostdin"] + inputs + [path(name)])
      let range = ["--from", part.0, "--to", part.1, path(name)]
      #expect(try Program.run(Program.mediaprobe, ["cut"] + range + [path("both.mp4")]).status == 0)
      let chosen = try Program.run(Program.mediaprobe, ["cut", "--track", "1"] + range + [path("sound.mp4")])
      #expect(chosen.status == 0, "\(chosen.standardError)")
      let (both, sound) = (try decodedFrames(path("both.mp4"), "a"), try decodedFrames(path("sound.mp4"), "a"))
      #expect(!sound.isEmpty && sound.map(\.hash) == both.map(\.hash), "\(sound.count) of \(both.count)")
      // FFmpeg counts the times of frames from the first of the file, ffprobe those of packets from 0.
      func times(_ name: String) throws -> [String] {
        let words = ["-v", "error", "-select_streams", "a", "-show_entries", "packet=pts", "-of", "csv", path(name)]
        return try Program.run("ffprobe", words).text.split(separator: "\n").map { String($0) }
      }
      #expect(try times("sound.mp4") == times("both.mp4"))
    }
  }

  /// Without edit lists, whole groups are kept, and all of their pictures decode.
  @Test(arguments: [
    ("plain.mp4", "a.flv"), ("avc_aac.flv", "a.flv"), ("bframes.h264", "a.h264"), ("opengop.hevc", "a.hevc"), ("plain.mp4", "a.mp4"),
  ])
  func wholeGroupsElsewhere(source: String, name: String) throws {
    try withEmptyFolder { folder in
      let target = folder.appending(path: name).path
      let result = try Program.mediaprobe(
        "cut", "--verify", "--keyframes", fixturePath(source), target, "--from", "0.6", "--to", "0.7")
      #expect(result.status == 0, "\(result.standardError)")
      #expect(result.standardError.contains("(whole groups of pictures)"))
      let decoded = try Program.run("ffmpeg", ["-nostdin", "-v", "error", "-i", target, "-f", "null", "-"])
      #expect(decoded.standardError.isEmpty, "\(decoded.standardError)")
      let (all, shown) = (try decodedFrames(fixturePath(source), "v").map(\.hash), try decodedFrames(target, "v").map(\.hash))
      let place = try #require(shown.first.flatMap { all.firstIndex(of: $0) })
      #expect(Array(all[place..<min(all.count, place + shown.count)]) == shown)
      #expect(place <= 15 && place + shown.count > 17 && shown.count < 25)
    }
  }
}

@Test func whatIsWrongWithACutIsSaid() throws {
  try withEmptyFolder { folder in
    let target = folder.appending(path: "a.mp4").path
    let plain = fixturePath("plain.mp4")
    let noTime = try Program.mediaprobe("cut", plain, target, "--from", "later")
    #expect(noTime.status == 64 && noTime.standardError.contains("'--from' is not a time"))
    let behind = try Program.mediaprobe("cut", plain, target, "--from", "1:00")
    #expect(behind.status == 65 && behind.standardError == "mediaprobe: \(plain): the file is only 1.000s long\n")
    let backwards = try Program.mediaprobe("cut", plain, target, "--from", "0.5", "--to", "0.2")
    #expect(backwards.status == 64 && backwards.standardError.contains("must be after '--from'"))
    let unread = try Program.mediaprobe("cut", "--verify", "--as", "mp4", plain, "-", "--from", "0.5")
    #expect(unread.status == 64 && unread.standardError.contains("cannot be read back"))
    let missing = try Program.mediaprobe("cut", folder.appending(path: "none.mp4").path, target)
    #expect(missing.status == 66)
    #expect(try fileNames(folder) == [])
  }
}

/// A cut can cover the whole file, replace its input, and use pipes.
@Test func aCutGoesWhereFilesGo() throws {
  try withEmptyFolder { folder in
    let copy = folder.appending(path: "a.flv").path
    try FileManager.default.copyItem(atPath: fixturePath("avc_aac.flv"), toPath: copy)
    #expect(try Program.mediaprobe("cut", "--verify", copy, copy).status == 64)
    let whole = folder.appending(path: "c.flv").path
    #expect(try Program.mediaprobe("cut", "--verify", copy, whole).status == 0)
    let piped = try Program.shell("$MP cut --as aac - - < '\(fixturePath("tone.aac"))' 2>/dev/null | cmp - '\(fixturePath("tone.aac"))'")
    #expect(piped.status == 0 && piped.text.isEmpty)
    let spooled = try Program.shell(
      "cat '\(fixturePath("avc_aac.flv"))' | $MP cut - '\(folder.path)/b.flv' && cmp '\(whole)' '\(folder.path)/b.flv'")
    #expect(spooled.status == 0)
    #expect(try fileNames(folder) == ["a.flv", "b.flv", "c.flv"])
  }
}
