import Foundation
import TestSupport
import Testing

@testable import mediaprobe

private let ways: [(String, [String], String, String)] = [
  ("plain.mp4", [], "a.h264", "v"), ("plain.mp4", [], "a.aac", "a"), ("plain.mp4", ["--track", "1"], "a.mp4", "a"),
  ("plain.mp4", ["--track", "1"], "a.flv", "a"), ("avc_aac.flv", ["--track", "0"], "a.mp4", "v"), ("avc_aac.flv", [], "a.aac", "a"),
  ("hvc1.mp4", [], "a.hevc", "v"), ("hvc1.mp4", [], "a.flv", "v"), ("fragmented.mp4", [], "a.h264", "v"), ("tone.aac", [], "a.mp4", "a"),
]

@Suite(.waiting, .enabled(if: Program.has("ffmpeg"))) struct ExtractWithFFmpegTests {
  @Test(arguments: ways) func aTrackComesAlone(source: String, words: [String], name: String, stream: String) throws {
    // FFmpeg does not support H.265 in FLV with codec id 12, and this version not with the enhanced header.
    if source == "hvc1.mp4", name == "a.flv" { return }
    try withEmptyFolder { folder in
      let target = folder.appending(path: name).path
      let result = try Program.run(Program.mediaprobe, ["extract", "--verify"] + words + [fixturePath(source), target])
      #expect(result.status == 0 && result.standardError.isEmpty, "\(result.standardError)")
      if stream == "v" {
        #expect(try decodedFrames(target, "v").map(\.hash) == decodedFrames(fixturePath(source), "v").map(\.hash))
        #expect(try decodedFrames(target, "a").isEmpty)
      } else {
        // Without an edit list, audio before the start is audible too.
        let (all, alone) = (try decodedSound(fixturePath(source)), try decodedSound(target))
        let early = alone.count - all.count
        #expect((0...2048).contains(early))
        #expect(zip(all, alone.dropFirst(early)).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
        #expect(try decodedFrames(target, "v").isEmpty)
      }
    }
  }

  /// A track keeps its time relative to the others, which are left out.
  @Test(.enabled(if: Program.has("ffprobe")), arguments: ["a.flv", "a.mp4"], ["b.flv", "b.mp4"]) func aTrackKeepsItsTimes(
    from: String, to: String
  ) throws {
    try withEmptyFolder { folder in
      let (source, target) = (folder.appending(path: from).path, folder.appending(path: to).path)
      let plain = fixturePath("plain.mp4")
      let late = ["-v", "error", "-i", plain, "-itsoffset", "0.5", "-i", plain, "-map", "0:v", "-map", "1:a", "-c", "copy", source]
      #expect(try Program.run("ffmpeg", late).status == 0)
      func start(_ path: String, _ kind: String) throws -> Double {
        let words = ["-v", "error", "-select_streams", kind, "-show_entries", "packet=pts_time", "-of", "csv=p=0", path]
        return try #require(
          try Program.run("ffprobe", words).text.split(whereSeparator: { "\n,".contains($0) }).compactMap { Double($0) }.min())
      }
      let wanted = try start(source, "a") - start(source, "v")
      #expect(wanted > 0.4)
      #expect(try Program.mediaprobe("extract", "--verify", "--track", "1", source, target).status == 0)
      #expect(abs(try start(target, "a") - wanted) < 0.002)
    }
  }

  /// A start code inside of a unit would end the unit in a byte stream.
  @Test(arguments: [("plain.mp4", 1500, "a.h264"), ("hvc1.mp4", 300, "a.hevc")]) func startCodesInsideOfUnitsAreSaid(
    name: String, place: Int, output: String
  ) throws {
    try withEmptyFolder { folder in
      let file = folder.appending(path: "a.mp4")
      var bytes = try Places.fixture(name)
      bytes.replaceSubrange(place..<place + 3, with: [0, 0, 1])
      try Data(bytes).write(to: file)
      let result = try Program.mediaprobe("extract", file.path, folder.appending(path: output).path)
      #expect(result.status == 1)
      #expect(
        result.standardError
          == "mediaprobe: \(file.path): 1 NAL unit is not escaped: readers of the byte stream find another unit at byte \(place) of the source\n"
      )
    }
  }

  /// Self-delimiting frames are written without a container.
  @Test(.enabled(if: Program.has("ffprobe"))) func mp3BecomesAFileOfFrames() throws {
    try withEmptyFolder { folder in
      let (source, target) = (folder.appending(path: "a.mp4").path, folder.appending(path: "a.mp3").path)
      let sound = ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=d=0.5", "-c:a", "libmp3lame", source]
      #expect(try Program.run("ffmpeg", sound).status == 0)
      #expect(try Program.mediaprobe("extract", "--verify", source, target).status == 0)
      let probe = ["-v", "error", "-show_entries", "packet=size", "-of", "csv=p=0"]
      let before = try Program.run("ffprobe", probe + [source]).text.split { $0 == "\n" || $0 == "," }
      let after = try Program.run("ffprobe", probe + [target]).text.split { $0 == "\n" || $0 == "," }
      #expect(before == after && before.count > 10)
    }
  }
}

@Test func whatCannotBeExtractedIsSaid() throws {
  try withEmptyFolder { folder in
    let plain = fixturePath("plain.mp4")
    func extract(_ words: String...) throws -> Program.Result {
      try Program.run(Program.mediaprobe, ["extract", plain] + words)
    }
    let wrong = try extract(folder.appending(path: "a.aac").path, "--track", "0")
    #expect(wrong.status == 65 && wrong.standardError.contains("track 0 is H.264, which cannot be written as .aac"))
    let none = try extract(folder.appending(path: "a.hevc").path)
    #expect(none.status == 64 && none.standardError.contains("No track fits .hevc"))
    let several = try extract(folder.appending(path: "a.mp4").path)
    #expect(several.status == 64 && several.standardError.contains("2 tracks fit .mp4"))
    #expect(try extract(folder.appending(path: "a.mp4").path, "--track", "7").status == 64)
    #expect(try fileNames(folder) == [])
  }
}
