import Foundation
import TestSupport
import Testing

@testable import mediaprobe

/// Recordings that `recover` cannot tell apart, and such that lost their start or a table.
@Suite(.waiting, .enabled(if: Program.has("ffmpeg"))) struct RecoverRecordingTests {
  private static let pictures = ["-f", "lavfi", "-i", "testsrc2=s=160x120:r=25:d=4"]
  private static let sound = ["-f", "lavfi", "-i", "aevalsrc=sin(500*t*t)|cos(700*t):s=48000:d=4"]
  private static let x264 = ["-c:v", "libx264", "-preset", "veryfast", "-g", "25", "-pix_fmt", "yuv420p"]

  /// Makes a file.
  private func make(_ words: [String], _ path: String) throws {
    let result = try Program.run("ffmpeg", ["-nostdin", "-y", "-v", "error"] + words + [path])
    try #require(result.status == 0, "\(result.standardError)")
  }

  /// A copy of a movie that ends before its `moov`.
  private func cut(_ path: String, _ target: String) throws {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let place = try #require(bytes.indices.last { bytes[$0...].starts(with: "moov".utf8) })
    try Data(bytes[..<(place - 4)]).write(to: URL(filePath: target))
  }

  /// Recovers a file.
  private func recover(_ words: String...) throws -> Program.Result { try Program.run(Program.mediaprobe, ["recover", "-y"] + words) }

  /// Overwrites bytes after the first of a box.
  private func zero(_ path: String, _ box: String, _ range: Range<Int>, _ target: String) throws {
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let place = try #require(bytes.indices.last { bytes[$0...].starts(with: box.utf8) })
    for index in range { bytes[place + index] = 0 }
    try Data(bytes).write(to: URL(filePath: target))
  }

  private func withPaths(_ body: ((String) -> String) throws -> Void) throws {
    try withEmptyFolder { folder in try body { folder.appending(path: $0).path } }
  }

  /// The pictures of two cameras look alike.
  @Test func twoTracksOfPicturesAreRefused() throws {
    try withPaths { path in
      let inputs = Self.pictures + ["-f", "lavfi", "-i", "mandelbrot=s=160x120:r=25"] + Self.sound
      try make(inputs + ["-t", "2", "-map", "0", "-map", "1", "-map", "2"] + Self.x264, path("a.mp4"))
      try cut(path("a.mp4"), path("b.mp4"))
      let result = try recover("--like", path("a.mp4"), path("b.mp4"), path("c.mp4"))
      #expect(result.status == 65 && result.standardError.contains("2 tracks of H.264, whose pictures cannot be distinguished"))
      #expect(!FileManager.default.fileExists(atPath: path("c.mp4")))
    }
  }

  /// Where no picture can be recognized, their bytes are not taken for PCM.
  @Test(arguments: ["prores_ks", "mjpeg"]) func picturesAreNoSound(codec: String) throws {
    try withPaths { path in
      try make(Self.pictures + Self.sound + ["-t", "1", "-c:v", codec, "-c:a", "pcm_s16le"], path("a.mov"))
      try cut(path("a.mov"), path("b.mov"))
      let result = try recover("--like", path("a.mov"), path("b.mov"), path("c.mov"))
      #expect(result.status == 65 && result.standardError.contains("cannot be distinguished from the samples"), "\(result.standardError)")
    }
  }

  /// Samples of other tracks between pictures and PCM cost no picture.
  @Test func subtitlesBesidePCMCostNoPicture() throws {
    try withPaths { path in
      let text = "1\n00:00:00,500 --> 00:00:01,500\nHello\n\n2\n00:00:02,000 --> 00:00:03,000\nWorld\n"
      try Data(text.utf8).write(to: URL(filePath: path("s.srt")))
      let inputs = Self.pictures + Self.sound + ["-i", path("s.srt")]
      try make(
        inputs + ["-map", "0", "-map", "1", "-map", "2", "-bf", "2", "-c:a", "pcm_s16be", "-c:s", "mov_text"] + Self.x264, path("a.mov"))
      try cut(path("a.mov"), path("b.mov"))
      let result = try recover("--verify", "--like", path("a.mov"), path("b.mov"), path("c.mov"))
      #expect(result.status == 0 && result.standardError.contains("samples of other tracks may be among"), "\(result.standardError)")
      let (before, after) = (try decodedFrames(path("a.mov"), "v"), try decodedFrames(path("c.mov"), "v"))
      #expect(before.count == 100 && before.map(\.hash) == after.map(\.hash), "\(after.count)")
    }
  }

  /// The times of a table that is whole stay, whatever happened to the tables of places and sizes.
  @Test(arguments: [("stco", 12..<60), ("stsz", 12..<92), ("stsc", 12..<24)]) func wholeTablesOfTimesAreUsed(box: String, range: Range<Int>)
    throws
  {
    try withPaths { path in
      let rate = ["-vf", "select='not(mod(n,3))+lt(mod(n,20),7)'", "-fps_mode", "vfr", "-bf", "2"]
      try make(Self.pictures + rate + Self.x264, path("a.mp4"))
      try zero(path("a.mp4"), box, range, path("b.mp4"))
      let result = try recover("--verify", path("b.mp4"), path("c.mp4"))
      #expect(result.status == 0 && !result.standardError.contains("constant frame rate"), "\(result.standardError)")
      let (before, after) = (try decodedFrames(path("a.mp4"), "v"), try decodedFrames(path("c.mp4"), "v"))
      #expect(before.count > 40 && before.map(\.hash) == after.map(\.hash))
      #expect(zip(before, after).allSatisfy { abs($0.time - $1.time) < 0.001 })
    }
  }

  /// A good file that was cut hides as many pictures as audio: it delays neither.
  @Test func aGoodFileThatWasCutMovesNothing() throws {
    try withPaths { path in
      try make(Self.pictures + Self.sound + ["-bf", "3", "-c:a", "aac"] + Self.x264, path("a.mp4"))
      try make(["-ss", "1.3", "-i", path("a.mp4"), "-c", "copy"], path("good.mp4"))
      try cut(path("a.mp4"), path("b.mp4"))
      let result = try recover("--verify", "--like", path("good.mp4"), path("b.mp4"), path("c.mp4"))
      #expect(result.status == 0, "\(result.standardError)")
      let starts = try ["a.mp4", "c.mp4"].map { name in
        try ["v", "a"].map { try #require(try decodedFrames(path(name), $0).first).time }
      }
      #expect(zip(starts[0], starts[1]).allSatisfy { abs($0 - $1) < 0.03 }, "\(starts)")
    }
  }

  /// An FLV without sequence headers takes those of a good file, before and after lost bytes.
  @Test(arguments: ["start", "zeros"], ["a.flv", "a.mp4"]) func sequenceHeadersComeFromAGoodFile(loss: String, good: String) throws {
    try withPaths { path in
      try make(Self.pictures + Self.sound + ["-bf", "3", "-c:a", "aac"] + Self.x264, path("a.flv"))
      try make(["-i", path("a.flv"), "-c", "copy"], path("a.mp4"))
      var bytes = [UInt8](try Data(contentsOf: URL(filePath: path("a.flv"))))
      if loss == "start" { bytes.removeSubrange(13..<bytes.count / 4) }
      var place = 13
      while loss == "zeros", place + 16 < bytes.count {
        let size = bytes[place + 1..<place + 4].reduce(0) { $0 << 8 | Int($1) }
        if bytes[place] == 9, bytes[place + 12] == 0 { for index in place + 16..<place + 11 + size { bytes[index] = 0 } }
        place += size + 15
      }
      try Data(bytes).write(to: URL(filePath: path("b.flv")))
      for target in ["c.flv", "c.mp4"] {
        let result = try recover("--verify", "--like", path(good), path("b.flv"), path(target))
        #expect(result.status == 0 && result.standardError.contains("no valid sequence header of"), "\(result.standardError)")
        #expect(!result.standardError.contains("are not used"))
        let (before, after) = (try decodedFrames(path("a.flv"), "v").map(\.hash), try decodedFrames(path(target), "v").map(\.hash))
        #expect(after.count >= (loss == "start" ? 50 : 100) && before.suffix(50) == after.suffix(50), "\(after.count)")
      }
    }
  }

  /// An FLV whose first bytes are missing, or zeros.
  @Test(arguments: [5, 13, 300], [true, false]) func anFLVWithoutItsHeader(count: Int, isZeroed: Bool) throws {
    try withPaths { path in
      var bytes = try Places.fixture("avc_aac.flv")
      let zeros = [UInt8](repeating: 0, count: isZeroed ? count : 0)
      bytes.replaceSubrange(0..<count, with: zeros)
      try Data(bytes).write(to: URL(filePath: path("b.flv")))
      let result = try recover("--verify", "--like", fixturePath("avc_aac.flv"), path("b.flv"), path("c.flv"))
      #expect(result.status == 0, "\(result.standardError)")
      let (before, after) = (try decodedFrames(fixturePath("avc_aac.flv"), "v"), try decodedFrames(path("c.flv"), "v"))
      #expect(after.count >= before.count - 1 && before.last?.hash == after.last?.hash, "\(after.count) of \(before.count)")
    }
  }

  /// A stream whose first parameter sets are lost goes on from the next ones.
  @Test(arguments: ["h264", "hevc"]) func aStreamWithoutItsStart(type: String) throws {
    try withPaths { path in
      let hrd = ["-c:v", "libx264", "-x264-params", "nal-hrd=vbr:vbv-maxrate=500:vbv-bufsize=500:aud=1:keyint=25"]
      let other = ["-c:v", "libx265", "-x265-params", "log-level=error:aud=1:repeat-headers=1:keyint=25"]
      try make(Self.pictures + (type == "h264" ? hrd : other), path("a.\(type)"))
      let bytes = try Data(contentsOf: URL(filePath: path("a.\(type)")))
      try bytes.dropFirst(5000).write(to: URL(filePath: path("b.\(type)")))
      for target in ["c.\(type)", "c.mp4"] {
        let result = try recover("--verify", path("b.\(type)"), path(target))
        #expect(result.status == 0 && result.standardError.contains("the pictures before are left out"), "\(result.standardError)")
        let (before, after) = (try decodedFrames(path("a.\(type)"), "v").map(\.hash), try decodedFrames(path(target), "v").map(\.hash))
        // The last one may be incomplete.
        #expect(after.count >= 70 && before.suffix(71).dropLast(6).elementsEqual(after.suffix(70).dropLast(5)), "\(after.count)")
      }
    }
  }

  /// The rate on the command line is that of the broken file, not of the good one.
  @Test func theRateIsThatOfTheBrokenFile() throws {
    try withPaths { path in
      try make(Self.pictures + Self.x264, path("a.mp4"))
      try cut(path("a.mp4"), path("b.mp4"))
      let result = try recover("--fps", "30", "--like", path("a.mp4"), path("b.mp4"), path("c.mp4"))
      #expect(result.status == 0 && !result.standardError.contains("no effect"), "\(result.standardError)")
      #expect(try Program.mediaprobe("info", path("c.mp4")).text.contains("Frame rate      30\n"))
    }
  }

  /// Edit lists hide as much as before where `stsz` has lost its count too.
  @Test func editsStayWhereTheNumberOfSamplesIsLost() throws {
    try withPaths { path in
      try make(Self.pictures + Self.sound + ["-bf", "3", "-c:a", "aac"] + Self.x264, path("a.mp4"))
      try make(["-ss", "1.3", "-i", path("a.mp4"), "-c", "copy"], path("cut.mp4"))
      var bytes = [UInt8](try Data(contentsOf: URL(filePath: path("cut.mp4"))))
      for index in bytes.indices.dropLast(100) where bytes[index...].starts(with: "stsz".utf8) {
        for place in index + 8..<index + 60 { bytes[place] = UInt8(truncatingIfNeeded: place &* 37) }
      }
      try Data(bytes).write(to: URL(filePath: path("b.mp4")))
      let result = try recover("--verify", path("b.mp4"), path("c.mp4"))
      #expect(result.status == 0, "\(result.standardError)")
      for kind in ["v", "a"] {
        let (before, after) = (try decodedFrames(path("cut.mp4"), kind), try decodedFrames(path("c.mp4"), kind))
        // The last edit ends with the media: of the hidden ones at the start, none is shown.
        #expect(abs(before.count - after.count) <= 1, "\(kind): \(before.count) \(after.count)")
        #expect(zip(before, after).allSatisfy { abs($0.time - $1.time) < 0.025 }, "\(kind)")
      }
    }
  }

  /// Several damaged tracks of a codec are not put into one.
  @Test func damagedTracksOfACodecAreRefused() throws {
    try withPaths { path in
      let second = ["-f", "lavfi", "-i", "sine=d=4:r=48000"]
      try make(Self.pictures + Self.sound + second + ["-map", "0", "-map", "1", "-map", "2", "-c:a", "aac"] + Self.x264, path("a.mp4"))
      var bytes = [UInt8](try Data(contentsOf: URL(filePath: path("a.mp4"))))
      for index in bytes.indices.dropLast(100) where bytes[index...].starts(with: "stco".utf8) {
        for place in index + 12..<index + 60 { bytes[place] = 0 }
      }
      try Data(bytes).write(to: URL(filePath: path("b.mp4")))
      let result = try recover("--verify", path("b.mp4"), path("c.mp4"))
      #expect(result.status == 0, "\(result.standardError)")
      #expect(try decodedFrames(path("c.mp4"), "v").map(\.hash) == decodedFrames(path("a.mp4"), "v").map(\.hash))
      let info = try Program.mediaprobe("info", path("c.mp4")).text
      #expect(!info.contains("Track 1") || info.contains("Samples         1"), "\(info)")
    }
  }

  /// A stream that has no parameter sets at all says so once.
  @Test func aStreamWithoutSetsIsRefused() throws {
    try withPaths { path in
      try make(Self.pictures + Self.x264 + ["-g", "300"], path("a.h264"))
      let bytes = try Data(contentsOf: URL(filePath: path("a.h264")))
      try bytes.dropFirst(3000).write(to: URL(filePath: path("b.h264")))
      let result = try recover("--fps", "25", path("b.h264"), path("c.h264"))
      #expect(result.status == 65 && result.standardError.contains("the stream has no parameter sets"), "\(result.standardError)")
      #expect(result.standardError.split(separator: "\n").count < 4, "\(result.standardError)")
    }
  }
}
