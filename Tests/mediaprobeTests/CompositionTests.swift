import BitstreamKit
import Foundation
import RemuxKit
import TestSupport
import Testing

@testable import mediaprobe

/// Media that FFmpeg makes, and what `cut`, `join`, `addtrack` and `remux` make of it.
@Suite(.waiting, .enabled(if: Program.has("ffmpeg"))) struct CompositionTests {
  /// Runs FFmpeg with lines of options; returns the path of the file it writes.
  private static func make(_ name: String, in folder: URL, _ options: String) throws -> String {
    let path = folder.appending(path: name).path
    let made = try Program.run(
      "ffmpeg", ["-nostdin", "-v", "error"] + options.split(separator: " ").map(String.init) + [path])
    #expect(made.status == 0, "\(made.standardError)")
    return path
  }

  private static let x264 = "-c:v libx264 -preset ultrafast -pix_fmt yuv420p"

  /// The presentation times of a track as ffprobe has them, in seconds.
  private static func times(_ path: String, _ stream: String) throws -> [Double] {
    let words = ["-v", "error", "-select_streams", stream, "-show_entries", "packet=pts_time", "-of", "csv=p=0", path]
    return try Program.run("ffprobe", words).text.split(separator: "\n").compactMap { Double($0.prefix { $0 != "," }) }.sorted()
  }

  private static func run(_ words: [String]) throws -> Program.Result {
    let result = try Program.run(Program.mediaprobe, words)
    #expect(result.status == 0, "\(result.standardError)")
    return result
  }

  /// The least common time scale of 44.1 and 48 kHz cannot say in 32 bits how long the sound of the first file is over.
  @Test(arguments: [[], ["--fragment", "2s"]] as [[String]]) func soundAfterALongGap(_ layout: [String]) throws {
    try withEmptyFolder { folder in
      let first = try Self.make(
        "a.mp4", in: folder, "-f lavfi -i color=red:s=64x64:r=1:d=700 -f lavfi -i sine=d=2:r=44100 \(Self.x264) -c:a aac")
      let second = try Self.make(
        "b.mp4", in: folder, "-f lavfi -i testsrc=s=64x64:r=1:d=4 -f lavfi -i sine=d=4:r=48000 \(Self.x264) -c:a aac")
      let target = folder.appending(path: "c.mp4").path
      _ = try Self.run(["join", "--verify"] + layout + [first, second, target])
      let late = try Self.times(target, "a").first { $0 > 100 }
      #expect(late.map { abs($0 - 700) < 0.03 } == true, "\(late ?? 0)")
      #expect(try Program.mediaprobe("check", target).status == 0)
    }
  }

  /// Fragments with 600 s between them, in units of 100 ns.
  @Test func aLongGapBetweenFragments() throws {
    try withEmptyFolder { folder in
      let path = try Self.make(
        "a.mp4", in: folder,
        "-i \(fixturePath("hvc1.mp4")) -c copy -video_track_timescale 10000000 -movflags empty_moov+default_base_moof -frag_duration 100000"
      )
      var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      let tfdts = bytes.indices.filter { $0 + 16 <= bytes.count && bytes[$0..<$0 + 4].elementsEqual("tfdt".utf8) }
      try #require(tfdts.count > 1)
      for place in tfdts.dropFirst() where bytes[place + 4] == 1 {
        let time = bytes[place + 8..<place + 16].reduce(0) { $0 << 8 | UInt64($1) } + 6_000_000_000
        for index in 0..<8 { bytes[place + 8 + index] = UInt8(truncatingIfNeeded: time >> UInt64(56 - 8 * index)) }
      }
      let (gap, target) = (folder.appending(path: "gap.mp4"), folder.appending(path: "b.mp4").path)
      try Data(bytes).write(to: gap)
      let wanted = try Self.times(gap.path, "v")
      try #require((wanted.last ?? 0) > 600)
      _ = try Self.run(["cut", "--verify", gap.path, target])
      let found = try Self.times(target, "v")
      #expect(zip(wanted, found).allSatisfy { abs($0 - $1 - wanted[0] + found[0]) < 0.001 }, "\(wanted) \(found)")
      // Its units cannot say that.
      let refused = try Program.mediaprobe("remux", gap.path, target)
      #expect(refused.status == 65 && refused.standardError.contains("longer than 32 bits can say"), "\(refused.standardError)")
    }
  }

  /// Bit rates, which FFmpeg writes into sample entries, are no other configuration, and not those of the parts.
  @Test func bitRatesAreNoConfiguration() throws {
    try withEmptyFolder { folder in
      let sources = try ["testsrc", "testsrc2"].map { name in
        try Self.make(
          "\(name).mp4", in: folder, "-f lavfi -i \(name)=s=160x120:r=25:d=1 -f lavfi -i sine=d=1:r=\(44100) \(Self.x264) -c:a aac")
      }
      let target = folder.appending(path: "a.mp4").path
      _ = try Self.run(["join", "--verify"] + sources + [target])
      let boxes = try Program.mediaprobe("mp4", target).text
      #expect(boxes.components(separatedBy: "SampleDescriptionBox  entry_count 1").count == 3 && !boxes.contains("btrt"), "\(boxes)")
      let fragments = folder.appending(path: "b.mp4").path
      let result = try Self.run(["join", "--fragment", "500ms"] + sources + [fragments])
      #expect(!result.standardError.contains("parameter sets change"), "\(result.standardError)")
      #expect(try decodedFrames(target, "v").map(\.hash) == sources.flatMap { try decodedFrames($0, "v").map(\.hash) })
    }
  }

  /// A cue ends with its file, also if the next one has no text.
  @Test func textEndsWithItsFile() throws {
    try withEmptyFolder { folder in
      let cues = folder.appending(path: "a.srt")
      try Data("1\n00:00:00,500 --> 00:00:01,200\nHello\n\n2\n00:00:01,500 --> 00:00:02,500\nWorld\n".utf8).write(to: cues)
      let source = "-f lavfi -i testsrc=s=64x64:r=10:d=3"
      let text = try Self.make("text.mp4", in: folder, "\(source) -i \(cues.path) \(Self.x264) -c:s mov_text")
      let plain = try Self.make("plain.mp4", in: folder, "\(source) \(Self.x264)")
      let (cut, target) = (folder.appending(path: "cut.mp4").path, folder.appending(path: "a.mp4").path)
      _ = try Self.run(["cut", "--to", "2.0", text, cut])
      _ = try Self.run(["join", "--verify", cut, plain, cut, target])
      let shown = try Program.run("ffmpeg", ["-v", "error", "-i", target, "-map", "0:s:0", "-f", "srt", "-"]).text
      for line in ["00:00:01,500 --> 00:00:02,000\nWorld", "00:00:05,500 --> 00:00:06,200\nHello"] {
        #expect(shown.contains(line), "\(shown)")
      }
    }
  }

  /// Pictures that are decoded after the end of a part, as references of those before it, are hidden where the next file begins, also if its
  /// pictures take less reordering; FFmpeg shows each at its time.
  @Test(arguments: ["0.4", "0.44", "0.48", "0.6"], ["-bf 3", "-bf 3 -movflags negative_cts_offsets", "-bf 0"])
  func hiddenPicturesStayHidden(_ end: String, _ options: String) throws {
    try withEmptyFolder { folder in
      let settings = "-c:v libx264 -pix_fmt yuv420p -g 50 -x264-params b-adapt=0:scenecut=0"
      let source = try Self.make("a.mp4", in: folder, "-f lavfi -i testsrc=s=64x64:r=25:d=1 \(settings) -bf 3")
      let next = try Self.make("b.mp4", in: folder, "-f lavfi -i testsrc2=s=64x64:r=25:d=1 \(settings) \(options)")
      let (part, target) = (folder.appending(path: "part.mp4").path, folder.appending(path: "c.mp4").path)
      #expect(try Self.run(["cut", "--to", end, source, part]).standardError.contains("decoded but not shown"))
      _ = try Self.run(["join", "--verify", part, next, target])
      let (shown, expected) = (try decodedFrames(target, "v"), try decodedFrames(part, "v") + decodedFrames(next, "v"))
      #expect(shown.map(\.hash) == expected.map(\.hash))
      #expect(zip(shown, shown.dropFirst()).allSatisfy { abs($1.time - $0.time - 0.04) < 0.001 }, "\(shown.map(\.time))")
      #expect(try Program.mediaprobe("check", target).status == 0)
    }
  }

  /// Uncompressed sound that is shorter than the pictures of its file is followed by silence, sample by sample: FFmpeg and QuickTime expect a
  /// sample of each sampling period.
  @Test(arguments: ["pcm_s16le", "pcm_s24be", "pcm_f32le", "pcm_u8", "pcm_mulaw", "pcm_alaw"])
  func silenceFollowsUncompressedSound(_ codec: String) throws {
    try withEmptyFolder { folder in
      let source = try Self.make(
        "a.mov", in: folder, "-f lavfi -i testsrc=s=64x64:r=10:d=1 -f lavfi -i sine=d=0.9:r=8000 -ac 2 \(Self.x264) -c:a \(codec)")
      let target = folder.appending(path: "b.mov").path
      _ = try Self.run(["join", "--verify", source, source, target])
      let (one, both) = (try decodedSound(source), try decodedSound(target))
      try #require(one.count == 2 * 7200 && both.count == 2 * (7200 + 8000))
      #expect(both.prefix(one.count).elementsEqual(one) && both.suffix(one.count).elementsEqual(one))
      // A-law has no zero.
      #expect(both[one.count..<2 * 8000].allSatisfy { $0.magnitude <= 8 })
      // FFmpeg reads many samples as a packet where all have the same duration.
      #expect(try Self.times(target, "a").count < 100)
      #expect(try Program.mediaprobe("check", target).status == 0)
    }
  }

  /// Whole groups of pictures do not show several edits in an MP4 file, and the sound between edits is left out where nothing can hide it.
  @Test func severalEdits() throws {
    try withEmptyFolder { folder in
      let source = try Self.make(
        "s.mp4", in: folder, "-f lavfi -i testsrc=s=64x64:r=25:d=1 -f lavfi -i sine=d=1:r=44100 \(Self.x264) -c:a aac")
      func path(_ name: String) -> String { folder.appending(path: name).path }
      _ = try Self.run(["cut", "--from", "0.2", "--to", "0.4", source, path("a.mp4")])
      _ = try Self.run(["join", path("a.mp4"), path("a.mp4"), path("a.mp4"), path("edits.mp4")])
      let words = ["cut", "--from", "0.1", "--to", "0.5", "--keyframes", path("edits.mp4"), path("b.mp4")]
      let refused = try Program.run(Program.mediaprobe, words)
      #expect(refused.status == 65 && refused.standardError.contains("shows 3 parts of its media"), "\(refused.standardError)")
      _ = try Self.run(["remux", "--fragment", "100ms", path("edits.mp4"), path("f.mp4")])
      let fields = try Program.mediaprobe("info", path("f.mp4")).text
      #expect(fields.contains("0:00:00.600"), "\(fields)")
      _ = try Self.run(["join"] + Array(repeating: source, count: 10) + [path("ten.mp4")])
      _ = try Self.run(["cut", "--from", "0", "--to", "10", path("ten.mp4"), path("ten.flv")])
      let sound = try Self.times(path("ten.flv"), "a")
      #expect((sound.last ?? 0) < 10.1 && (sound.last ?? 0) > 9.9, "\(sound.last ?? 0)")
    }
  }

  /// A track without samples is no sound.
  @Test func emptyTracks() throws {
    try withEmptyFolder { folder in
      let plain = fixturePath("plain.mp4")
      var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: plain)))
      // The sample tables of the sound count no sample.
      let handler = try #require(bytes.indices.first { bytes[$0...].starts(with: "soun".utf8) })
      for type in ["stts", "stsc", "stsz", "stco"] {
        let place = try #require(bytes.indices.first { $0 > handler && bytes[$0...].starts(with: type.utf8) })
        let count = place + (type == "stsz" ? 12 : 8)
        bytes.replaceSubrange(count..<count + 4, with: [0, 0, 0, 0])
      }
      let (empty, target) = (folder.appending(path: "empty.mp4"), folder.appending(path: "a.mp4").path)
      try Data(bytes).write(to: empty)
      let result = try Self.run(["addtrack", "--replace", plain, empty.path, target])
      #expect(result.standardError.contains("track 1 has no samples and is left out"), "\(result.standardError)")
      #expect(try decodedSound(target) == decodedSound(plain))
      _ = try Self.run(["addtrack", "-y", "--shortest", plain, empty.path, target])
    }
  }

  /// Parts of H.265 that begin with CRA pictures follow one another: these become BLA pictures, and no picture is lost or repeated.
  @Test(.enabled(if: Program.has("x265")), arguments: ["a.mp4", "a.265", "f.mp4"]) func openGroupsOfH265(_ name: String) throws {
    try withEmptyFolder { folder in
      let source = try Self.make(
        "s.mp4", in: folder,
        "-f lavfi -i testsrc2=s=128x96:r=25:d=4 -c:v libx265 -preset ultrafast -x265-params log-level=none:keyint=25:bframes=3:open-gop=1 -pix_fmt yuv420p"
      )
      let parts = ["one.mp4", "two.mp4", "three.mp4"].map { folder.appending(path: $0).path }
      for (part, range) in zip(parts, [["--to", "1.52"], ["--from", "1.52", "--to", "3"], ["--from", "3"]]) {
        _ = try Self.run(["cut"] + range + [source, part])
      }
      let target = folder.appending(path: name).path
      let layout = name.hasPrefix("f") ? ["--fragment", "1s"] : []
      let result = try Self.run(["join", "--verify"] + layout + parts + [target])
      #expect(result.standardError.contains("is written as BLA"), "\(result.standardError)")
      let decoded = try Program.run("ffmpeg", ["-v", "error", "-i", target, "-f", "null", "-"])
      #expect(!decoded.standardError.contains("Duplicate POC"), "\(decoded.standardError)")
      let (before, after) = (try decodedFrames(source, "v").map(\.hash), try decodedFrames(target, "v").map(\.hash))
      // A byte stream shows what edit lists hide.
      if name == "a.mp4" { #expect(after == before) } else { #expect(Set(after).isSuperset(of: before)) }
      #expect(try Program.mediaprobe("check", "--fail-on", "error", target).status == 0)
    }
  }

  /// Chapters are no subtitles.
  @Test func textOfOtherKinds() throws {
    try withEmptyFolder { folder in
      let (cues, list) = (folder.appending(path: "a.srt"), folder.appending(path: "a.txt"))
      try Data("1\n00:00:00,200 --> 00:00:00,800\nHello\n".utf8).write(to: cues)
      try Data(
        ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=1500\ntitle=One\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=1500\nEND=3000\ntitle=Two\n"
          .utf8
      ).write(to: list)
      let source = try Self.make(
        "s.mp4", in: folder,
        "-f lavfi -i testsrc=s=64x64:r=10:d=3 -i \(cues.path) -i \(list.path) -map 0 -map 1 -map_metadata 2 \(Self.x264) -c:s mov_text")
      let (first, last) = (folder.appending(path: "a.mp4").path, folder.appending(path: "b.mp4").path)
      _ = try Self.run(["cut", "--to", "1", source, first])
      _ = try Self.run(["cut", "--from", "2", source, last])
      _ = try Self.run(["join", "--verify", first, last, folder.appending(path: "c.mp4").path])
    }
  }

  /// Movies made from streams have the pixel shape, colour and display size that the parameter sets state, as FFmpeg writes them.
  @Test(arguments: ["s.flv", "s.h264", "s.hevc"]) func shapeAndColour(_ name: String) throws {
    try withEmptyFolder { folder in
      let codec = name == "s.hevc" ? "-c:v libx265 -x265-params log-level=none -preset ultrafast -pix_fmt yuv420p" : Self.x264
      let source = try Self.make(
        name, in: folder,
        "-f lavfi -i testsrc=s=160x120:r=25:d=0.4 -vf setsar=4/3 \(codec) -color_primaries bt709 -color_trc bt709 -colorspace bt709")
      let target = folder.appending(path: "a.mp4").path
      _ = try Self.run(["remux", "--verify", source, target])
      let boxes = try Program.mediaprobe("mp4", target).text
      #expect(boxes.contains("hSpacing 4, vSpacing 3") && boxes.contains("colour_primaries 1") && boxes.contains("width 213"), "\(boxes)")
      #expect(try Program.mediaprobe("check", "--fail-on", "warning", target).status == 0)
      #expect(try Program.mediaprobe("info", source).text.contains("160x120, pixel aspect ratio 4:3"))
    }
  }

  /// FFmpeg reads the metadata of an FLV with room for more key pictures, and one that a pipe left without a duration has the one of its tags.
  @Test func metadataOfFLV() throws {
    try withEmptyFolder { folder in
      let target = folder.appending(path: "a.flv").path
      _ = try Self.run(["remux", "--keyframe-index", fixturePath("plain.mp4"), target])
      let probe = try Program.run("ffprobe", ["-v", "error", "-show_entries", "format_tags", target])
      #expect(probe.standardError.isEmpty && probe.text.contains("TAG:"), "\(probe.standardError)")
      let pipe = folder.appending(path: "pipe.flv").path
      let made = try Program.shell("ffmpeg -nostdin -v error -i '\(fixturePath("plain.mp4"))' -c copy -f flv - | cat > '\(pipe)'")
      #expect(made.status == 0)
      let text = try Program.mediaprobe("info", pipe).text
      #expect(text.contains("Duration") && text.contains("Bit rate"), "\(text)")
    }
  }

  /// FFmpeg states two channels for MP3 of one.
  @Test(arguments: ["", "-movflags frag_keyframe+empty_moov"]) func monoMP3(layout: String) throws {
    try withEmptyFolder { folder in
      let source = try Self.make("a.mp4", in: folder, "-f lavfi -i sine=d=1:r=44100 -ac 1 -c:a libmp3lame \(layout)")
      #expect(try Program.mediaprobe("info", source).text.contains("44100 Hz, mono"))
      let target = folder.appending(path: "a.flv").path
      _ = try Self.run(["remux", source, target])
      #expect(try Program.mediaprobe("info", target).text.contains("44100 Hz, mono"))
    }
  }

  /// FLV has no edit lists: the parts that one shows follow each other, each with its sound, as where the files of the parts are joined.
  @Test(arguments: ["libx264 -bf 2 -g 25", "libx265 -x265-params log-level=0:keyint=25:min-keyint=5 -tag:v hvc1"])
  func editsFollowEachOther(codec: String) throws {
    try withEmptyFolder { folder in
      let source = try Self.make(
        "s.mp4", in: folder, "-f lavfi -i testsrc=s=64x64:r=25:d=4 -f lavfi -i sine=d=4:r=48000 -c:v \(codec) -c:a aac")
      func path(_ name: String) -> String { folder.appending(path: name).path }
      _ = try Self.run(["cut", "--from", "0.5", "--to", "1.7", source, path("a.mp4")])
      _ = try Self.run(["cut", "--from", "2.3", "--to", "3.1", source, path("b.mp4")])
      _ = try Self.run(["join", path("a.mp4"), path("b.mp4"), path("c.mp4")])
      _ = try Self.run(["remux", "--verify", path("c.mp4"), path("c.flv")])
      _ = try Self.run(["cut", "--from", "0", path("c.mp4"), path("cut.flv")])
      _ = try Self.run(["join", path("a.mp4"), path("b.mp4"), path("d.flv")])
      func packets(_ name: String, _ kind: String) throws -> [String] {
        let text = try Program.run(
          "ffprobe", ["-v", "error", "-select_streams", kind, "-show_entries", "packet=pts,flags", "-of", "csv=p=0", path(name)]
        ).text
        return text.split(separator: "\n").map(String.init)
      }
      let pictures = try packets("c.flv", "v")
      #expect(try pictures.count > 60 && pictures == packets("d.flv", "v") && pictures == packets("cut.flv", "v"))
      // The sound of the second part begins with its first picture shown: 1.9 s of the first part, and 0.3 s before that picture.
      let sound = try packets("c.flv", "a").compactMap { Int($0.split(separator: ",")[0]) }
      let gap = try #require(zip(sound, sound.dropFirst()).first { $1 - $0 > 100 })
      #expect(2100...2300 ~= gap.1, "\(gap)")
      let decoded = try Program.run(
        "ffmpeg", ["-nostdin", "-v", "error", "-i", path("c.flv"), "-vsync", "0", "-enc_time_base", "-1", "-f", "null", "-"])
      // FFmpeg 5 does not know H.265 in FLV.
      #expect(decoded.standardError.isEmpty || codec.contains("265"), "\(decoded.standardError)")
      // The library leaves it to the caller.
      let bytes = [UInt8](try Data(contentsOf: folder.appending(path: "c.mp4")))
      let report = try Remuxer.carry(MemorySource(bytes), to: .flv, MediaOutput(append: { (_, _) throws(ByteError) in }))
      #expect(report.findings.contains { $0.contains("apart after the last of several edits") }, "\(report.findings)")
    }
  }
}
