import Foundation
import TestSupport
import Testing

@testable import mediaprobe

@Suite(.enabled(if: Program.has("ffmpeg"))) struct AddTrackWithFFmpegTests {
  @Test(arguments: ["plain.mp4", "avc_aac.flv", "bframes.h264", "opengop.hevc"], ["a.mp4", "a.flv"])
  func anotherSoundInItsPlace(video: String, name: String) throws {
    if video == "opengop.hevc", name == "a.flv" { return }
    try withEmptyFolder { folder in
      let target = folder.appending(path: name).path
      let result = try Program.mediaprobe(
        "addtrack", "--verify", "--replace", fixturePath(video), fixturePath("tone.aac"), target)
      #expect(result.status == 0, "\(result.standardError)")
      #expect(try decodedFrames(target, "v").map(\.hash) == decodedFrames(fixturePath(video), "v").map(\.hash))
      let (tone, sound) = (try decodedSound(fixturePath("tone.aac")), try decodedSound(target))
      #expect(tone.count == sound.count && zip(tone, sound).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    }
  }

  @Test func besideWhatIsThere() throws {
    try withEmptyFolder { folder in
      let target = folder.appending(path: "a.mp4").path
      #expect(
        try Program.mediaprobe("addtrack", "--verify", "--shortest", fixturePath("hvc1.mp4"), fixturePath("plain.mp4"), target).status == 0)
      let probe = try Program.run(
        "ffprobe", ["-v", "error", "-show_entries", "stream=codec_name,duration", "-of", "csv=p=0", target])
      let rows = probe.text.split(separator: "\n").map { $0.split(separator: ",").map(String.init) }
      #expect(rows.map { $0[0] } == ["hevc", "h264", "aac"])
      #expect(rows.allSatisfy { abs((Double($0[1]) ?? 0) - 0.4) < 0.001 }, "\(rows)")
      #expect(
        try decodedFrames(target, "v:1").map(\.hash) == decodedFrames(fixturePath("plain.mp4"), "v").map(\.hash).prefix(10).map { $0 })
    }
  }

  /// Chapters and a timecode of another file, whose pictures are not taken, are those of the pictures.
  @Test func chaptersOfAnotherFileAreReferredTo() throws {
    try withEmptyFolder { folder in
      func path(_ name: String) -> String { folder.appending(path: name).path }
      let list =
        ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=300\ntitle=One\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=300\nEND=900\ntitle=Two\n"
      try Data(list.utf8).write(to: folder.appending(path: "list.txt"))
      let input = "ffmpeg -nostdin -v error -i '\(fixturePath("plain.mp4"))'"
      let chapters = "\(input) -i '\(path("list.txt"))' -map 0:v -map_chapters 1 -c copy '\(path("chapters.mov"))'"
      let made = try Program.shell("\(chapters) && \(input) -map 0:v -timecode 01:00:00:00 -c copy '\(path("time.mov"))'")
      try #require(made.status == 0, "\(made.standardError)")
      for (source, other, target) in [(fixturePath("hvc1.mp4"), "chapters.mov", "a.mov"), (path("a.mov"), "time.mov", "b.mov")] {
        let added = try Program.mediaprobe("addtrack", "--track", "1", source, path(other), path(target))
        #expect(added.status == 0, "\(added.standardError)")
      }
      let keys = "stream_tags=timecode:chapter_tags=title"
      let probe = try Program.run("ffprobe", ["-v", "error", "-show_chapters", "-show_entries", keys, "-of", "csv=p=0", path("b.mov")])
      #expect(probe.text.contains("One") && probe.text.contains("Two") && probe.text.contains("01:00:00:00"), "\(probe.text)")
    }
  }

  /// `remux` of several files gives the same result.
  @Test func severalInputsOfRemux() throws {
    try withEmptyFolder { folder in
      let one = folder.appending(path: "a.mp4")
      let two = folder.appending(path: "b.mp4")
      let inputs = [fixturePath("bframes.h264"), fixturePath("tone.aac")]
      let remuxed = try Program.run(Program.mediaprobe, ["remux", "--verify"] + inputs + [one.path])
      let added = try Program.run(Program.mediaprobe, ["addtrack", "--verify"] + inputs + [two.path])
      #expect(remuxed.status == 0 && added.status == 0)
      #expect(try Data(contentsOf: one) == Data(contentsOf: two))
      let only = folder.appending(path: "c.mp4").path
      let picked = try Program.mediaprobe("remux", "--track", "1", fixturePath("hvc1.mp4"), fixturePath("plain.mp4"), only)
      #expect(picked.status == 0)
      #expect(try decodedFrames(only, "v").map(\.hash) == decodedFrames(fixturePath("plain.mp4"), "v").map(\.hash))
    }
  }
}

@Test func aSecondSoundDoesNotFitAnFLV() throws {
  try withEmptyFolder { folder in
    let result = try Program.mediaprobe(
      "addtrack", fixturePath("plain.mp4"), fixturePath("tone.aac"), folder.appending(path: "a.flv").path)
    #expect(result.status == 65 && result.standardError.contains("FLV holds one video and one audio track"))
    #expect(try fileNames(folder) == [])
  }
}
