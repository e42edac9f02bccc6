import Foundation
import TestSupport
import Testing

@testable import mediaprobe

/// Input files and output names.
private let joints: [([String], String)] = [
  (["plain.mp4", "faststart.mp4"], "a.mp4"), (["plain.mp4", "avc_aac.flv", "fragmented.mp4"], "a.mp4"),
  (["plain.mp4", "avc_aac.flv"], "a.flv"), (["bframes.h264", "interlaced.h264"], "a.mp4"), (["bframes.h264", "interlaced.h264"], "a.flv"),
  (["bframes.h264", "interlaced.h264", "bframes.h264"], "a.h264"), (["opengop.hevc", "opengop.hevc"], "a.mp4"),
  (["hvc1.mp4", "hvc1.mp4"], "a.hevc"), (["tone.aac", "tone.aac"], "a.aac"), (["plain.mp4", "plain.mp4"], "f.mp4"),
]

@Suite(.waiting, .enabled(if: Program.has("ffmpeg"))) struct JoinWithFFmpegTests {
  /// The joined file has the pictures of the inputs in order, and its times never decrease.
  @Test(arguments: joints) func picturesFollowEachOther(files: [String], name: String) throws {
    try withEmptyFolder { folder in
      let target = folder.appending(path: name).path
      let layout = name.hasPrefix("f") ? ["--fragment", "300ms"] : []
      let result = try Program.run(Program.mediaprobe, ["join", "--verify"] + layout + files.map(fixturePath) + [target])
      #expect(result.status == 0, "\(result.standardError)")
      let shown = try decodedFrames(target, "v")
      #expect(shown.map(\.hash) == (try files.flatMap { try decodedFrames(fixturePath($0), "v").map(\.hash) }))
      if !name.hasSuffix("h264"), !name.hasSuffix("hevc") {
        #expect(zip(shown, shown.dropFirst()).allSatisfy { $0.time < $1.time })
      }
      #expect(try decodedFrames(target, "a").isEmpty == (files[0].hasSuffix("264") || files[0].contains("hevc") || files[0] == "hvc1.mp4"))
    }
  }

  /// What the user leaves out is not said to lack a match.
  @Test(arguments: [true, false]) func unwantedTracksAreNoMismatch(_ isWanted: Bool) throws {
    try withEmptyFolder { folder in
      let files = ["plain.mp4", "avc_aac.flv"].map(fixturePath)
      let result = try Program.run(
        Program.mediaprobe, ["join"] + (isWanted ? [] : ["--no-audio"]) + files + [folder.appending(path: "a.mp4").path])
      #expect(result.status == 0 && !result.standardError.contains("no match"), "\(result.standardError)")
      let silent = folder.appending(path: "silent.mp4").path
      #expect(try Program.mediaprobe("remux", "--no-audio", files[0], silent).status == 0)
      let other = try Program.mediaprobe("join", silent, files[1], folder.appending(path: "b.mp4").path)
      #expect(other.standardError.contains("track 1, AAC, has no match in the first file"), "\(other.standardError)")
    }
  }

  /// Makes clips with these options of FFmpeg, and joins them: their pictures follow one another.
  private func joined(
    _ order: [String], of clips: [String: [String]], in folder: URL
  ) throws -> (target: String, shown: [DecodedFrame]) {
    for (name, options) in clips {
      let words = ["-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=1.2", "-c:v", "libx264", "-preset", "veryfast", "-threads", "1"] + options
      #expect(try Program.run("ffmpeg", ["-v", "error"] + words + [folder.appending(path: name + ".mp4").path]).status == 0)
    }
    let inputs = order.map { folder.appending(path: $0 + ".mp4").path }
    let target = folder.appending(path: "out.mp4").path
    let result = try Program.run(Program.mediaprobe, ["join", "--verify"] + inputs + [target])
    #expect(result.status == 0, "\(result.standardError)")
    let shown = try decodedFrames(target, "v")
    #expect(shown.map(\.hash) == (try inputs.flatMap { try decodedFrames($0, "v").map(\.hash) }))
    return (target, shown)
  }

  /// One edit shows clips whose pictures are reordered by different times: FFmpeg and browsers apply no list of several.
  @Test(arguments: [["a", "b"], ["b", "a"], ["a", "b", "a", "b"]]) func clipsOfDifferentReordering(order: [String]) throws {
    try withEmptyFolder { folder in
      let (target, shown) = try joined(order, of: ["a": ["-bf", "0"], "b": ["-bf", "3"]], in: folder)
      #expect(shown.enumerated().allSatisfy { abs($1.time - 0.04 * Double($0)) < 0.001 }, "\(shown.map(\.time))")
      let check = try Program.mediaprobe("check", "--fail-on", "warning", "--ignore", "mp4.coarse-interleaving", target)
      #expect(check.status == 0, "\(check.text)")
    }
  }

  /// Pictures that are decoded for longer than they are shown, as at a variable rate, leave less room for the reordering of the next clip.
  @Test(arguments: [["v", "c", "v"], ["c", "v", "v", "c"]]) func clipsOfVariableFrameRate(order: [String]) throws {
    try withEmptyFolder { folder in
      let rates = ["-vf", "select='not(mod(n,3)*mod(n,5))'", "-fps_mode", "vfr", "-bf", "2"]
      let shown = try joined(order, of: ["c": ["-g", "12"], "v": rates], in: folder).shown
      #expect(zip(shown, shown.dropFirst()).allSatisfy { $0.time < $1.time }, "\(shown.map(\.time))")
    }
  }

  /// A clip that begins inside a group of pictures is shown late by FFmpeg if its pictures are decoded long before, which `join` says.
  @Test(arguments: [("25", "1.4", []), ("0.4", "6", []), ("0.4", "6", ["--keyframes"])])
  func aClipThatBeginsWithHiddenPictures(_ rate: String, _ from: String, _ options: [String]) throws {
    try withEmptyFolder { folder in
      func path(_ name: String) -> String { folder.appending(path: name).path }
      let input = ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x64:r=\(rate)", "-frames:v", "50"]
      #expect(try Program.run("ffmpeg", input + ["-c:v", "libx264", "-bf", "2", "-pix_fmt", "yuv420p", path("s.mp4")]).status == 0)
      let cut = try Program.run(Program.mediaprobe, ["cut", "--from", from] + options + [path("s.mp4"), path("part.mp4")])
      #expect(cut.status == 0, "\(cut.standardError)")
      let result = try Program.mediaprobe("join", "--verify", path("s.mp4"), path("part.mp4"), path("out.mp4"))
      let isNoted = result.standardError.contains("hidden pictures")
      #expect(result.status == 0 && isNoted == (rate == "0.4" && options.isEmpty), "\(result.standardError)")
    }
  }

  /// FFmpeg skips the samples of sample entries whose type is not that of the first: all get the type that allows sets in samples.
  @Test(arguments: ["hvc1.mp4", "plain.mp4"], [true, false]) func entryTypesAreUnified(name: String, isFirst: Bool) throws {
    try withEmptyFolder { folder in
      let (loose, target) = (folder.appending(path: "loose.mp4").path, folder.appending(path: "a.mp4").path)
      let strict = fixturePath(name)
      let type = name == "hvc1.mp4" ? "hev1" : "avc3"
      #expect(try Program.mediaprobe("retag", "--\(type)", strict, loose).status == 0)
      let result = try Program.run(Program.mediaprobe, ["join", "--verify"] + (isFirst ? [loose, strict] : [strict, loose]) + [target])
      #expect(result.status == 0, "\(result.standardError)")
      let shown = try decodedFrames(target, "v").map(\.hash)
      #expect(try shown == decodedFrames(strict, "v").map(\.hash) + decodedFrames(loose, "v").map(\.hash))
      #expect(try Program.mediaprobe("info", target).text.contains(type))
    }
  }

  /// A movie with several sample descriptions is converted to formats that have one at a time.
  @Test(arguments: ["b.flv", "b.h264", "b.aac"]) func severalDescriptionsGoOn(name: String) throws {
    try withEmptyFolder { folder in
      let (joined, target) = (folder.appending(path: "a.mp4").path, folder.appending(path: name).path)
      let other = folder.appending(path: "other.mp4").path
      let options = ["-v", "error", "-i", fixturePath("avc_aac.flv"), "-c:v", "copy", "-c:a", "aac", "-ar", "22050", other]
      #expect(try Program.run("ffmpeg", options).status == 0)
      #expect(try Program.mediaprobe("join", fixturePath("plain.mp4"), other, joined).status == 0)
      let boxes = try Program.mediaprobe("mp4", joined, "--path", "moov/trak[1]/mdia/minf/stbl/stsd", "--depth", "1")
      #expect(boxes.text.contains("entry_count 2"))
      let result = try Program.mediaprobe("remux", joined, target)
      #expect(result.status == 0, "\(result.standardError)")
      let kind = name.hasSuffix("aac") ? "a" : "v"
      let (before, after) = (try decodedFrames(joined, kind).map(\.hash), try decodedFrames(target, kind).map(\.hash))
      // ADTS cannot express audio that the edit lists of the movie hide.
      #expect(kind == "v" ? before == after : after.count >= before.count && !before.isEmpty)
    }
  }

  /// Audio of the second file starts at the end of the longest track of the first.
  @Test func soundStaysWithThePictures() throws {
    try withEmptyFolder { folder in
      let target = folder.appending(path: "a.mp4").path
      let plain = fixturePath("plain.mp4")
      #expect(try Program.mediaprobe("join", "--verify", plain, plain, target).status == 0)
      let (one, two) = (try decodedSound(plain), try decodedSound(target))
      // FFmpeg decodes the last frame to its end.
      let start = one.count
      #expect(two.count == 2 * start)
      // The decoder is in sync when the second file starts, except for the overlap of the frame at the joint.
      let differs = (0..<40000).map { abs(Int(one[$0]) - Int(two[start + $0])) }.max() ?? 0
      #expect(differs <= 16, "\(differs)")
    }
  }

  /// A part whose pictures or sound begin late leaves a gap, in which FFmpeg would play the start of the track if nothing were between two
  /// edits: the edit goes on, also where the part before has hidden pictures at its end, or a rest of a frame of sound.
  @Test func gapsAreInOneEdit() throws {
    try withEmptyFolder { folder in
      func path(_ name: String) -> String { folder.appending(path: name).path }
      let film = "-f lavfi -i testsrc2=s=96x64:r=25:d=4 -f lavfi -i sine=r=48000:d=4 -c:v libx264 -g 25 -bf 3 -threads 1 -c:a"
      for (name, words) in [
        ("a.mp4", "\(film) aac"), ("ac3.mp4", "\(film) ac3"), ("late.mp4", "-itsoffset 0.7 -i a.mp4 -i a.mp4 -map 0:v -map 1:a -c copy"),
        ("silent.mp4", "-i a.mp4 -itsoffset 0.7 -i a.mp4 -map 0:v -map 1:a -c copy"),
        ("silentac3.mp4", "-i ac3.mp4 -itsoffset 0.7 -i ac3.mp4 -map 0:v -map 1:a -c copy"),
      ] {
        let made = try Program.shell("cd '\(folder.path)' && ffmpeg -nostdin -v error \(words) \(name)")
        #expect(made.status == 0, "\(made.standardError)")
      }
      #expect(try Program.mediaprobe("cut", "--from", "1.5s", "--to", "2.5s", path("a.mp4"), path("part.mp4")).status == 0)
      for (first, second) in [("part.mp4", "late.mp4"), ("part.mp4", "silent.mp4"), ("ac3.mp4", "silentac3.mp4")] {
        let result = try Program.mediaprobe("join", "-y", "--verify", path(first), path(second), path("out.mp4"))
        #expect(result.status == 0 && !result.standardError.contains("gap"), "\(result.standardError)")
        let shown = try decodedFrames(path("out.mp4"), "v")
        let before = try decodedFrames(path(first), "v").count
        #expect(zip(shown, shown.dropFirst()).allSatisfy { $0.time < $1.time }, "\(first) \(second)")
        // A hidden picture after the end may be shown in the gap.
        #expect((before + 100...before + 101).contains(shown.count), "\(first) \(second): \(before) and \(shown.count)")
        if second == "late.mp4" { continue }
        let start = first == "part.mp4" ? 1.1 : 4.1
        let filter = "aresample=async=1:first_pts=0,atrim=\(start):\(start + 0.5)"
        let sound = try Program.run(
          "ffmpeg", ["-nostdin", "-v", "error", "-i", path("out.mp4"), "-map", "0:a", "-af", filter, "-f", "s16le", "-"])
        #expect(sound.standardOutput.count > 40_000)
        #expect(sound.standardOutput.allSatisfy { $0 == 0 || $0 == 0xFF || $0 == 1 }, "\(first) \(second)")
      }
    }
  }

  /// Sound is joined to that of the same codec and language, whatever its order is.
  @Test func soundInAnotherOrderIsMatched() throws {
    try withEmptyFolder { folder in
      func path(_ name: String) -> String { folder.appending(path: name).path }
      let sources =
        "-f lavfi -i testsrc2=s=64x64:d=1 -f lavfi -i sine=300:r=48000:d=1 -f lavfi -i sine=3000:r=48000:d=1 -map 0 -map 1 -map 2"
      let languages = "-metadata:s:a:0 language=fra -metadata:s:a:1 language=deu"
      for (name, words) in [
        ("codecs.mp4", "\(sources) -c:v libx264 -c:a:0 aac -c:a:1 ac3"),
        ("codecs2.mp4", "-i codecs.mp4 -map 0:0 -map 0:2 -map 0:1 -c copy"),
        ("words.mp4", "\(sources) -c:v libx264 -c:a aac \(languages)"), ("words2.mp4", "-i words.mp4 -map 0:0 -map 0:2 -map 0:1 -c copy"),
      ] {
        let made = try Program.shell("cd '\(folder.path)' && ffmpeg -nostdin -v error \(words) \(name)")
        #expect(made.status == 0, "\(made.standardError)")
      }
      for name in ["codecs", "words"] {
        let result = try Program.mediaprobe("join", "-y", "--verify", path("\(name).mp4"), path("\(name)2.mp4"), path("out.mp4"))
        #expect(result.status == 0 && !result.standardError.contains("language"), "\(result.standardError)")
        for (track, pitch) in [("1", 300.0), ("2", 3000)] {
          let samples = try decodedSound(path("out.mp4"), track).dropFirst(60_000).prefix(24_000)
          #expect(samples.count == 24_000)
          // A tone crosses zero once upwards in each period.
          let periods = zip(samples, samples.dropFirst()).count { $0 < 0 && $1 >= 0 }
          #expect(abs(Double(periods) - pitch / 2) < pitch / 100, "\(name), track \(track): \(periods)")
        }
      }
    }
  }

  /// Sound whose priming is longer than the gap before it has an edit of its own, and that before goes on to it.
  @Test func aGapShorterThanThePriming() throws {
    try withEmptyFolder { folder in
      func path(_ name: String) -> String { folder.appending(path: name).path }
      let film = "-f lavfi -i testsrc2=s=64x64:r=25:d=1 -f lavfi -i sine=r=44100:d=0.99 -c:v libx264 -g 25 -c:a aac -ac 1"
      #expect(try Program.shell("cd '\(folder.path)' && ffmpeg -nostdin -v error \(film) a.mp4").status == 0)
      let result = try Program.mediaprobe("join", "--verify", path("a.mp4"), path("a.mp4"), path("out.mp4"))
      #expect(result.status == 0 && !result.standardError.contains("gap"), "\(result.standardError)")
      let (one, two) = (try decodedSound(path("a.mp4")), try decodedSound(path("out.mp4")))
      #expect(two.count == 2 * one.count)
      // The decoder is in sync when the second part starts, except for the overlap of its first frame.
      let differs = (1024..<40000).map { abs(Int(one[$0]) - Int(two[one.count + $0])) }.max() ?? 0
      #expect(differs <= 16, "\(differs)")
      let times = try Program.run(
        "ffprobe", ["-v", "error", "-select_streams", "a", "-show_entries", "packet=pts_time,flags", "-of", "csv=p=0", path("out.mp4")])
      let shown = times.text.split(separator: "\n").filter { $0.hasSuffix("K_") }.compactMap { Double($0.prefix { $0 != "," }) }
      #expect(shown.count == 86 && shown.contains { abs($0 - 1) < 0.0001 }, "\(shown)")
    }
  }

  /// The edit of sound that hides a part of a frame, as AC-3 and Opus do, begins with that frame: FFmpeg leaves out the frame, and played the
  /// rest of the part up to 27 ms early.
  @Test(arguments: ["ac3", "eac3", "libopus", "aac"]) func partsOfFramesAreHeard(_ coder: String) throws {
    try withEmptyFolder { folder in
      func path(_ name: String) -> String { folder.appending(path: name).path }
      let film = "-f lavfi -i testsrc2=s=64x64:r=25:d=2 -f lavfi -i sine=r=48000:d=2 -c:v libx264 -c:a \(coder)"
      #expect(try Program.shell("cd '\(folder.path)' && ffmpeg -nostdin -v error \(film) a.mp4").status == 0)
      #expect(try Program.mediaprobe("join", "--verify", path("a.mp4"), path("a.mp4"), path("out.mp4")).status == 0)
      func times(_ name: String, _ stream: String) throws -> [Double] {
        let fields = ["-v", "error", "-select_streams", stream, "-show_entries", "packet=pts_time", "-of", "csv=p=0", path(name)]
        return try Program.run("ffprobe", fields).text.split(separator: "\n").compactMap { Double($0.prefix { $0 != "," }) }
      }
      let starts = try ["v", "a"].map { stream in
        let (one, all) = (try times("a.mp4", stream), try times("out.mp4", stream))
        return try #require(all.last) - #require(one.last)
      }
      #expect(abs(starts[0] - starts[1]) < 0.0015 && starts[0] > 1.9, "\(starts)")
    }
  }

  /// Pictures from which decoding begins are not shown in the gap before a part: the last picture of the part before is shown on.
  @Test func aGapBeforeHiddenPictures() throws {
    try withEmptyFolder { folder in
      func path(_ name: String) -> String { folder.appending(path: name).path }
      let (pictures, sound) = ("-f lavfi -i testsrc2=s=64x64:r=25:d", "-f lavfi -i sine=r=48000:d")
      let codecs = "-c:v libx264 -g 100 -bf 3 -threads 1 -c:a aac"
      for words in ["\(pictures)=2 \(sound)=2.5 \(codecs) short.mp4", "\(pictures)=4 \(sound)=4 \(codecs) long.mp4"] {
        #expect(try Program.shell("cd '\(folder.path)' && ffmpeg -nostdin -v error \(words)").status == 0)
      }
      #expect(try Program.mediaprobe("cut", "--from", "1s", "--to", "3s", path("long.mp4"), path("part.mp4")).status == 0)
      let result = try Program.mediaprobe("join", "--verify", path("short.mp4"), path("part.mp4"), path("out.mp4"))
      #expect(result.status == 0 && !result.standardError.contains("FFmpeg"), "\(result.standardError)")
      let shown = try decodedFrames(path("out.mp4"), "v")
      let before = try decodedFrames(path("short.mp4"), "v") + decodedFrames(path("part.mp4"), "v")
      #expect(shown.map(\.hash) == before.map(\.hash))
      // The gap lasts half a second.
      let isInTime = shown.enumerated().allSatisfy { abs($1.time - 0.04 * Double($0) - ($0 < 50 ? 0 : 0.5)) < 0.03 }
      #expect(isInTime, "\(shown.map(\.time))")
    }
  }

  /// The tracks of another language are joined if there is no other.
  @Test func otherLanguagesAreSaid() throws {
    try withEmptyFolder { folder in
      func path(_ name: String) -> String { folder.appending(path: name).path }
      for (name, language) in [("a.mp4", "fra"), ("b.mp4", "deu"), ("c.mp4", "und")] {
        let words = ["-nostdin", "-v", "error", "-i", fixturePath("plain.mp4"), "-c", "copy", "-metadata:s:a:0", "language=\(language)"]
        #expect(try Program.run("ffmpeg", words + [path(name)]).status == 0)
      }
      let other = try Program.mediaprobe("join", path("a.mp4"), path("b.mp4"), path("out.mp4"))
      #expect(
        other.status == 0 && other.standardError.contains("track 1, audio, has the language 'deu' and follows 'fra'"),
        "\(other.standardError)")
      let unknown = try Program.mediaprobe("join", "-y", path("a.mp4"), path("c.mp4"), path("out.mp4"))
      #expect(unknown.status == 0 && !unknown.standardError.contains("language"), "\(unknown.standardError)")
    }
  }

  /// FFmpeg says in the configuration that there is no SBR, which an ADTS stream cannot; both decode alike.
  @Test func configurationsThatDecodeAlikeAreOne() throws {
    try withEmptyFolder { folder in
      func path(_ name: String) -> String { folder.appending(path: name).path }
      let made = try Program.run(
        "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "sine=r=48000:d=1", "-c:a", "aac", path("a.m4a"), "-c:a", "aac", path("a.aac")])
      #expect(made.status == 0, "\(made.standardError)")
      #expect(try Program.mediaprobe("remux", path("a.aac"), path("plain.m4a")).status == 0)
      let result = try Program.mediaprobe("join", "--verify", path("a.m4a"), path("a.aac"), path("b.aac"))
      #expect(result.status == 0, "\(result.standardError)")
      #expect(try Program.mediaprobe("join", "--verify", path("a.m4a"), path("plain.m4a"), path("b.m4a")).status == 0)
      #expect(try Program.mediaprobe("mp4", path("b.m4a")).text.components(separatedBy: "esds").count == 2)
    }
  }
}

@Test func whatDoesNotGoTogetherIsSaid() throws {
  try withEmptyFolder { folder in
    let target = folder.appending(path: "a.mp4").path
    let mixed = try Program.mediaprobe("join", fixturePath("bframes.h264"), fixturePath("opengop.hevc"), target)
    #expect(mixed.status == 65 && mixed.standardError.contains("is H.265, and that of"), "\(mixed.standardError)")
    let silent = try Program.mediaprobe("join", fixturePath("plain.mp4"), fixturePath("bframes.h264"), target)
    #expect(silent.status == 65 && silent.standardError.contains("has no track of audio"))
    #expect(try Program.mediaprobe("join", fixturePath("plain.mp4"), target).status == 64)
    let missing = try Program.mediaprobe("join", fixturePath("plain.mp4"), folder.appending(path: "none.mp4").path, target)
    #expect(missing.status == 66)
    let broken = folder.appending(path: "broken.mp4")
    try Data("no media at all".utf8).write(to: broken)
    let text = try Program.mediaprobe("join", fixturePath("plain.mp4"), broken.path, target)
    #expect(text.status == 65 && text.standardError.contains("broken.mp4: plain text, not H.264"), "\(text.standardError)")
    #expect(try fileNames(folder) == ["broken.mp4"])
  }
}
