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
      let asked = all.filter { $0.time >= from - 0.0405 && $0.time < to - 0.0005 }.drop { old in
        all.contains { $0.time > old.time && $0.time < from + 0.0005 }
      }
      let shown = try decodedFrames(target, "v")
      #expect(!shown.isEmpty && shown.map(\.hash) == asked.map(\.hash), "\(shown.count) of \(asked.count)")
      // The first picture is shown from the start of the part on.
      let late = zip(shown, asked).map { abs(($0.time - shown[0].time) - max(0, $1.time - from)) }.max() ?? 1
      #expect(late < 0.0015, "\(late)")
    }
  }

  /// Between two pictures, the one before is shown until the next, which keeps its distance to the sound: players that follow edit lists by
  /// whole pictures, as FFmpeg does, show it as well. The second source is a slide show.
  @Test(
    arguments: [("25", "50", "2"), ("0.4", "1", "0"), ("30000/1001", "15", "3")],
    [("1.31", "2.9"), ("0.013", "1.1"), ("3.377", "5.5")])
  func aPictureIsShownInPart(coding: (rate: String, keys: String, reordered: String), part: (String, String)) throws {
    try withEmptyFolder { folder in
      func path(_ name: String) -> String { folder.appending(path: name).path }
      let input = [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x64:r=\(coding.rate):d=6", "-f", "lavfi", "-i", "sine=d=6",
      ]
      let encoding = ["-c:v", "libx264", "-g", coding.keys, "-bf", coding.reordered, "-pix_fmt", "yuv420p", "-c:a", "aac", path("a.mp4")]
      #expect(try Program.run("ffmpeg", input + encoding).status == 0)
      let (from, to) = (try #require(Double(part.0)), try #require(Double(part.1)))
      let all = try decodedFrames(path("a.mp4"), "v")
      let first = try #require(all.lastIndex { $0.time <= from })
      let asked = all[first...].filter { $0.time < to }
      let result = try Program.mediaprobe("cut", "--verify", "--from", part.0, "--to", part.1, path("a.mp4"), path("b.mp4"))
      #expect(result.status == 0, "\(result.standardError)")
      let shown = try decodedFrames(path("b.mp4"), "v")
      #expect(shown.map(\.hash) == asked.map(\.hash), "\(shown.count) of \(asked.count)")
      let late = zip(shown, asked).map { abs($0.time - max(0, $1.time - from)) }.max() ?? 1
      #expect(late < 0.0015, "\(shown.map(\.time)) \(asked.map(\.time))")
      for check in [["--fail-on", "error"], ["--only", "mp4.uneven-presentation", "--only", "mp4.edit-times"]] {
        let found = try Program.run(Program.mediaprobe, ["check"] + check + [path("b.mp4")])
        #expect(found.status == 0, "\(found.text)")
      }
    }
  }

  /// A picture that is shown later is decoded later: FFmpeg places the pictures of a further part of a joined file by decoding times.
  @Test func joinedPartsOfASlideShowKeepTheirTimes() throws {
    try withEmptyFolder { folder in
      func path(_ name: String) -> String { folder.appending(path: name).path }
      let input = ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x64:r=0.2:d=30", "-f", "lavfi", "-i", "sine=d=30"]
      let coding = ["-c:v", "libx264", "-g", "3", "-bf", "0", "-pix_fmt", "yuv420p", "-c:a", "aac", path("s.mp4")]
      #expect(try Program.run("ffmpeg", input + coding).status == 0)
      #expect(try Program.mediaprobe("cut", "--from", "2", "--to", "14", path("s.mp4"), path("a.mp4")).status == 0)
      #expect(try Program.mediaprobe("cut", "--from", "9.5", "--to", "14", path("s.mp4"), path("b.mp4")).status == 0)
      #expect(try Program.mediaprobe("join", "--verify", path("a.mp4"), path("b.mp4"), path("j.mp4")).status == 0)
      let times = try decodedFrames(path("j.mp4"), "v").map { ($0.time * 100).rounded() / 100 }
      #expect(times == [0, 3, 8, 12, 12.5], "\(times)")
    }
  }

  /// Parts that begin with hidden pictures are shown in time by FFmpeg, which places the pictures of each edit by decoding times.
  @Test(arguments: [
    "libx264 -g 50 -bf 3", "libx264 -g 50 -bf 0", "libx264 -g 25 -bf 5 -x264-params b-pyramid=strict",
    "libx265 -g 50 -x265-params log-level=none",
  ])
  func joinedPartsAreShownInTime(_ encoding: String) throws {
    try withEmptyFolder { folder in
      func path(_ name: String) -> String { folder.appending(path: name).path }
      let input = ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x64:r=25:d=6", "-f", "lavfi", "-i", "sine=d=6"]
      let coding = ["-c:v"] + encoding.split(separator: " ").map(String.init) + ["-pix_fmt", "yuv420p", "-c:a", "aac", path("s.mp4")]
      #expect(try Program.run("ffmpeg", input + coding).status == 0)
      let parts = [
        ("0.5", "1.7"), ("1.335", "2.5"), ("2", "2.2"), ("1.36", "3"), ("3.4", "4.1"), ("1.08", "1.12"), ("4.9", "5.3"), ("4.68", "4.76"),
      ]
      var shownParts: [(length: Double, frames: [DecodedFrame])] = []
      for (from, to) in parts {
        #expect(try Program.mediaprobe("cut", "--from", from, "--to", to, path("s.mp4"), path("\(from).mp4")).status == 0)
        shownParts.append((try #require(Double(to)) - #require(Double(from)), try decodedFrames(path("\(from).mp4"), "v")))
      }
      for first in parts.indices {
        let order = Array(parts.indices[first...]) + Array(parts.indices[..<first])
        let files = order.map { path("\(parts[$0].0).mp4") }
        let joined = try Program.run(Program.mediaprobe, ["join", "--verify"] + files + [path("j\(first).mp4")])
        #expect(joined.status == 0 && !joined.standardError.contains("hidden"), "\(joined.standardError)")
        var (expected, place): ([DecodedFrame], Double) = ([], 0)
        for part in order {
          expected += shownParts[part].frames.map { DecodedFrame(time: $0.time + place, hash: $0.hash) }
          place += shownParts[part].length
        }
        let shown = try decodedFrames(path("j\(first).mp4"), "v")
        #expect(shown.map(\.hash) == expected.map(\.hash))
        let late = zip(shown, expected).map { abs($0.time - $1.time) }
        #expect((late.max() ?? 1) < 0.002, "\(order): \(late)")
      }
    }
  }

  /// A picture that is shown for longer than it is decoded is shown to the end of a part, and of a joined one.
  @Test(arguments: [("1", "1.6"), ("1.3", "1.6")]) func aLongPictureIsShownToTheEnd(_ from: String, _ to: String) throws {
    try withEmptyFolder { folder in
      func path(_ name: String) -> String { folder.appending(path: name).path }
      let input = ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x64:r=25:d=4", "-vf", "select='not(between(n,30,44))'"]
      let coding = [
        "-vsync", "vfr", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-x264-params", "keyint=25:bframes=3:b-adapt=0", path("s.mp4"),
      ]
      #expect(try Program.run("ffmpeg", input + coding).status == 0)
      let cut = try Program.mediaprobe("cut", "--from", from, "--to", to, path("s.mp4"), path("a.mp4"))
      #expect(cut.status == 0 && !cut.standardError.contains("5 of them"), "\(cut.standardError)")
      #expect(try Program.mediaprobe("join", "--verify", path("a.mp4"), path("a.mp4"), path("j.mp4")).status == 0)
      let length = (Double(to) ?? 0) - (Double(from) ?? 0)
      for (name, expected) in [("a.mp4", length), ("j.mp4", 2 * length)] {
        #expect(try Program.mediaprobe("check", path(name)).status == 0, "\(name)")
        let probe = ["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", path(name)]
        let stated = try #require(Double(try Program.run("ffprobe", probe).text.filter { !$0.isNewline }))
        #expect(abs(stated - expected) < 0.002, "\(name): \(stated)")
      }
      let (single, double) = (try decodedFrames(path("a.mp4"), "v"), try decodedFrames(path("j.mp4"), "v"))
      #expect(double.map(\.hash) == single.map(\.hash) + single.map(\.hash))
      let late = zip(double.suffix(single.count), single).map { abs($0.time - $1.time - length) }
      #expect((late.max() ?? 1) < 0.002, "\(late)")
    }
  }

  /// The index of fragments that begin with hidden pictures states when the first shown one is presented.
  @Test func fragmentsOfASlideShowHaveAnIndex() throws {
    try withEmptyFolder { folder in
      func path(_ name: String) -> String { folder.appending(path: name).path }
      let input = ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x64:r=0.5:d=40"]
      let coding = ["-c:v", "libx264", "-g", "10", "-bf", "2", "-pix_fmt", "yuv420p", path("s.mp4")]
      #expect(try Program.run("ffmpeg", input + coding).status == 0)
      let cut = try Program.mediaprobe("cut", "--from", "15.897", "--fragment", "1s", path("s.mp4"), path("a.mp4"))
      #expect(cut.status == 0, "\(cut.standardError)")
      let check = try Program.mediaprobe("check", path("a.mp4"))
      #expect(check.status == 0, "\(check.text)")
    }
  }

  /// FFmpeg decodes an encoding that begins after the start of a second edit wrongly, which `join` says, unless one sample entry describes all.
  @Test(arguments: ["libx264", "libx265"]) func severalEncodingsInSeveralEditsAreNoted(_ encoder: String) throws {
    try withEmptyFolder { folder in
      func path(_ name: String) -> String { folder.appending(path: name).path }
      for (number, reordered) in ["0", "3", "2"].enumerated() {
        let input = ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x64:r=25:d=2"]
        let coding = [
          "-c:v", encoder, "-x265-params", "log-level=error", "-bf", reordered, "-refs", "\(number + 1)", "-pix_fmt", "yuv420p",
          path("s.mp4"), "-y",
        ]
        #expect(try Program.run("ffmpeg", input + coding).status == 0)
        for (name, options) in [("e", []), ("k", ["--keyframes"])] {
          let cut = try Program.run(
            Program.mediaprobe, ["cut", "--from", "0.3", "--to", "1.3"] + options + [path("s.mp4"), path("\(name)\(number).mp4")])
          #expect(cut.status == 0, "\(cut.standardError)")
        }
      }
      for (name, numbers, options) in [
        ("e", [0, 1, 2], []), ("e", [0, 0, 1], []), ("e", [0, 1, 1], []), ("k", [0, 1, 2], []), ("e", [0, 1, 2], ["--hev1"]),
        ("e", [0, 0, 1], ["--hev1", "--faststart"]), ("e", [0, 1, 2], ["--hev1", "--hybrid"]),
      ] {
        let inputs = numbers.map { path("\(name)\($0).mp4") }
        let joined = try Program.run(Program.mediaprobe, ["join", "-y", "--verify"] + options + inputs + [path("j.mp4")])
        let isNoted = joined.standardError.contains("FFmpeg may decode it wrongly")
        #expect(
          joined.status == 0 && isNoted == (name == "e" && numbers[1] != numbers[2] && options.isEmpty),
          "\(numbers) \(options): \(joined.standardError)")
        if isNoted { continue }
        let parts = try inputs.map { try decodedFrames($0, "v").map(\.hash) }
        let frames = try decodedFrames(path("j.mp4"), "v")
        #expect(frames.map(\.hash) == parts.flatMap(\.self), "\(name) \(numbers) \(options)")
        let boxes = try Program.mediaprobe("mp4", path("j.mp4"), "--path", "moov/trak/mdia/minf/stbl/stsd", "--depth", "1")
        #expect(boxes.text.contains("entry_count \(options.isEmpty ? Set(numbers).count : 1)"), "\(boxes.text)")
      }
    }
  }

  /// Parts whose edits are a tick of a coarse time scale apart keep all of their pictures when they are joined.
  @Test func joinedPartsOfACoarseTimeScaleKeepTheirPictures() throws {
    try withEmptyFolder { folder in
      func path(_ name: String) -> String { folder.appending(path: name).path }
      let input = ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x64:r=25:d=4"]
      let coding = ["-c:v", "libx264", "-g", "25", "-bf", "3", "-pix_fmt", "yuv420p", "-video_track_timescale", "25", path("s.mp4")]
      #expect(try Program.run("ffmpeg", input + coding).status == 0)
      #expect(try Program.mediaprobe("cut", "--from", "3.35", "--to", "4", path("s.mp4"), path("a.mp4")).status == 0)
      #expect(try Program.mediaprobe("cut", "--from", "0.01", "--to", "0.33", path("s.mp4"), path("b.mp4")).status == 0)
      #expect(try Program.mediaprobe("join", "--verify", path("a.mp4"), path("b.mp4"), path("j.mp4")).status == 0)
      let counts = try ["a.mp4", "b.mp4", "j.mp4"].map { try decodedFrames(path($0), "v").count }
      #expect(counts == [17, 9, 26])
    }
  }

  /// A stream of sound alone has the times of the sound, whatever pictures the file has.
  @Test func aStreamOfSoundIsCutByItsOwnTimes() throws {
    try withEmptyFolder { folder in
      func path(_ name: String) -> String { folder.appending(path: name).path }
      for (name, options) in [("a.aac", []), ("b.aac", ["--track", "1"])] {
        let result = try Program.run(
          Program.mediaprobe, ["cut", "--from", "0.3", "--to", "0.7"] + options + [fixturePath("plain.mp4"), path(name)])
        #expect(result.status == 0 && result.standardError.contains("kept 0.300s to 0.700s"), "\(result.standardError)")
      }
      #expect(try Data(contentsOf: folder.appending(path: "a.aac")) == Data(contentsOf: folder.appending(path: "b.aac")))
    }
  }

  /// FFmpeg marks the pictures at which x264 starts a gradual refresh as sync samples: decoding begins at a key picture, and the copy marks
  /// it alone, so that players begin there.
  @Test(arguments: [("2", "2.6", 50..<65), ("3.88", "4", 97..<100), ("1.1", "1.5", 27..<38)])
  func refreshesAreNoKeyPictures(_ from: String, _ to: String, _ pictures: Range<Int>) throws {
    try withEmptyFolder { folder in
      func path(_ name: String) -> String { folder.appending(path: name).path }
      let input = ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x128:r=25:d=4"]
      let coding = ["-c:v", "libx264", "-intra-refresh", "1", "-g", "25", "-pix_fmt", "yuv420p"]
      #expect(try Program.run("ffmpeg", input + coding + [path("a.mp4")]).status == 0)
      let faults = try Program.mediaprobe("check", "--only", "across.sync-samples", path("a.mp4"))
      #expect(faults.status == 1 && faults.text.contains("3 sync samples hold no key picture"), "\(faults.text)")
      let result = try Program.mediaprobe("cut", "--verify", "--from", from, "--to", to, path("a.mp4"), path("b.mp4"))
      #expect(result.status == 0, "\(result.standardError)")
      let hashes = try decodedFrames(path("a.mp4"), "v").map(\.hash)
      let shown = try decodedFrames(path("b.mp4"), "v").map(\.hash)
      #expect(shown == Array(hashes[pictures]), "\(shown.count) of \(pictures.count)")
      if pictures.lowerBound > 40 { #expect(try Program.mediaprobe("check", "--fail-on", "error", path("b.mp4")).status == 0) }
    }
  }

  /// A picture that lasts long is shown from the time asked for on, whatever the time scale.
  @Test(
    arguments: [
      (1, ["--from", "2.4", "--to", "7.4"], [2, 3, 4, 5, 6, 7], 2.4), (1, ["--from", "2.6", "--to", "7.6"], [2, 3, 4, 5, 6, 7], 2.6),
      (2, ["--from", "3.3", "--to", "5"], [6, 7, 8, 9], 3.3), (1, ["--from", "3", "--to", "5"], [3, 4], 3),
      (25, ["--from", "2.513", "--to", "2.6"], [62, 63, 64], 2.513),
    ])
  func picturesKeepTheirTimesInACoarseTimeScale(_ rate: Int, _ range: [String], _ pictures: [Int], _ start: Double) throws {
    try withEmptyFolder { folder in
      func path(_ name: String) -> String { folder.appending(path: name).path }
      let input = ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x64:r=\(rate):d=12"]
      let coding = ["-c:v", "libx264", "-g", "4", "-bf", "0", "-pix_fmt", "yuv420p", path("a.h264")]
      #expect(try Program.run("ffmpeg", input + coding).status == 0)
      #expect(try Program.mediaprobe("remux", path("a.h264"), path("a.mp4")).status == 0)
      let result = try Program.run(Program.mediaprobe, ["cut", "--verify"] + range + [path("a.mp4"), path("b.mp4")])
      #expect(result.status == 0, "\(result.standardError)")
      let rows = try Program.mediaprobe("packets", "--seconds", "--edit-list", "--format", "json", path("b.mp4")).standardOutput
      let packets = try #require((try JSONSerialization.jsonObject(with: rows) as? [String: Any])?["packets"] as? [[String: Any]])
      let times = packets.compactMap { $0["pts_seconds"] as? Double }
      // The last pictures are those asked for, each at its time, and the first as the part begins.
      let expected = pictures.map { max(0, Double($0) / Double(rate) - start) }
      #expect(times.count >= expected.count && zip(times.suffix(expected.count), expected).allSatisfy { abs($0 - $1) < 0.0006 }, "\(times)")
      let hashes = try decodedFrames(path("a.mp4"), "v").map(\.hash)
      let shown = try decodedFrames(path("b.mp4"), "v").map(\.hash)
      #expect(shown == pictures.map { hashes[$0] }, "\(shown.count)")
    }
  }

  /// A leading picture that the edit list hides is said, and hidden pictures of fragments are not said to be avoidable by what was asked for.
  @Test func hiddenPicturesAreSaidWithKeyPicturesToo() throws {
    try withEmptyFolder { folder in
      func path(_ name: String) -> String { folder.appending(path: name).path }
      let parameters = "keyint=25:min-keyint=25:open-gop=1:scenecut=0:bframes=3"
      let input = ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x64:r=25:d=4", "-f", "lavfi", "-i", "sine=d=4"]
      let coding = ["-c:v", "libx264", "-x264-params", parameters, "-pix_fmt", "yuv420p", "-c:a", "aac", path("a.mp4")]
      #expect(try Program.run("ffmpeg", input + coding).status == 0)
      let cut = ["cut", "--keyframes", "--from", "1.23", "--to", "3", path("a.mp4")]
      let open = try Program.run(Program.mediaprobe, cut + [path("b.mp4")])
      #expect(open.status == 0 && open.standardError.contains("of them decoded but not shown"), "\(open.standardError)")
      let fragments = try Program.run(Program.mediaprobe, cut + ["--fragment", "1s", path("c.mp4")])
      #expect(fragments.standardError.contains("and show the hidden pictures"), "\(fragments.standardError)")
      let closed = try Program.mediaprobe(
        "cut", "--keyframes", "--from", "0", "--to", "1", "--fragment", "1s", fixturePath("plain.mp4"), path("d.mp4"))
      #expect(closed.status == 0 && !closed.standardError.contains("edit list"), "\(closed.standardError)")
    }
  }

  /// A part of open groups whose leading pictures are references, and were dropped, has no error.
  @Test(arguments: ["b.flv", "b.h264", "b.mp4"]) func droppedReferencesAreNoGap(_ name: String) throws {
    try withEmptyFolder { folder in
      func path(_ name: String) -> String { folder.appending(path: name).path }
      let parameters = "keyint=50:min-keyint=50:open-gop=1:scenecut=0:bframes=3:b-pyramid=2"
      let coding = "-c:v libx264 -x264-params \(parameters) -pix_fmt yuv420p"
      let made = try Program.shell("ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x64:r=25:d=6 \(coding) '\(path("a.mp4"))'")
      try #require(made.status == 0, "\(made.standardError)")
      #expect(try Program.mediaprobe("cut", "--from", "2", "--to", "4", path("a.mp4"), path(name)).status == 0)
      let check = try Program.mediaprobe("check", path(name))
      #expect(check.status == 0, "\(check.text)")
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
