import Foundation
import TestSupport
import Testing

@testable import mediaprobe

/// An FFmpeg file as it is after a crash: without `moov` and without the size of `mdat`.
private func killed(_ bytes: [UInt8]) throws -> [UInt8] {
  var place = 0
  while place + 8 <= bytes.count {
    let size = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    if String(decoding: bytes[place + 4..<place + 8], as: UTF8.self) == "mdat" {
      return Array(bytes[..<place]) + [0, 0, 0, 0] + bytes[place + 4..<place + size]
    }
    place += max(8, size)
  }
  return []
}

@Suite(.waiting, .enabled(if: Program.has("ffmpeg"))) struct RecoverWithFFmpegTests {
  @Test(arguments: [("plain.mp4", "a.mp4"), ("plain.mp4", "a.flv"), ("plain.mp4", "a.h264"), ("hvc1.mp4", "a.mp4"), ("hvc1.mp4", "a.hevc")])
  func aMovieWithoutMoovGivesItsPictures(source: String, name: String) throws {
    try withEmptyFolder { folder in
      let (broken, target) = (folder.appending(path: "broken.mp4"), folder.appending(path: name).path)
      try Data(try killed(try Places.fixture(source))).write(to: broken)
      let refused = try Program.mediaprobe("recover", broken.path, target)
      #expect(refused.status == 65 && refused.standardError.contains("no moov"))
      let like = fixturePath(source == "plain.mp4" ? "faststart.mp4" : source)
      let result = try Program.mediaprobe("recover", "--verify", "--like", like, broken.path, target)
      #expect(result.status == 0, "\(result.standardError)")
      #expect(result.standardError.contains("pictures found"))
      #expect(result.standardError.contains("of audio found") == (source == "plain.mp4"))
      #expect(!result.standardError.contains("are lost:"))
      #expect(try decodedFrames(target, "v").map(\.hash) == decodedFrames(fixturePath(source), "v").map(\.hash))
      if name == "a.mp4" || name == "a.flv", source == "plain.mp4" {
        let (before, after) = (try decodedSound(fixturePath(source)), try decodedSound(target))
        // FLV has no edit list, so the frame before the first audible one is decoded too.
        #expect(name == "a.mp4" ? after == before : after.suffix(before.count / 2) == before.suffix(before.count / 2))
      }
    }
  }

  /// A fragment that was written twice is taken once.
  @Test func aFragmentThatIsRepeated() throws {
    try withEmptyFolder { folder in
      let (broken, target) = (folder.appending(path: "broken.mp4"), folder.appending(path: "a.mp4").path)
      let bytes = Data(try Places.fixture("fragmented.mp4"))
      let first = try #require(bytes.range(of: Data("moof".utf8))).lowerBound - 4
      let second = try #require(bytes.range(of: Data("moof".utf8), in: (first + 8)..<bytes.count)).lowerBound - 4
      try (bytes[..<second] + bytes[first..<second] + bytes[second...]).write(to: broken)
      let result = try Program.mediaprobe("recover", "--verify", broken.path, target)
      #expect(result.status == 0 && result.standardError.contains("that fragments repeat left out"), "\(result.standardError)")
      let (shown, wanted) = (try decodedFrames(target, "v"), try decodedFrames(fixturePath("fragmented.mp4"), "v"))
      #expect(shown.map(\.hash) == wanted.map(\.hash))
    }
  }

  /// Pictures whose bytes were overwritten are left out, and the others written, to a byte stream too.
  @Test(arguments: ["a.mp4", "a.flv", "a.h264"], ["faststart.mp4", "avc_aac.flv", "fragmented.mp4"]) func overwrittenPictures(
    name: String, source: String
  ) throws {
    try withEmptyFolder { folder in
      let (broken, target) = (folder.appending(path: "broken." + source).path, folder.appending(path: name).path)
      var bytes = try Places.fixture(source)
      // Three pictures of the second half.
      let rows = try Program.mediaprobe("packets", "--format", "csv", fixturePath(source)).text.split(separator: "\n").map {
        $0.split(separator: ",", omittingEmptySubsequences: false)
      }
      let columns = try #require(rows.first?.map(String.init))
      let (track, place, size) = (columns.firstIndex(of: "track")!, columns.firstIndex(of: "offset")!, columns.firstIndex(of: "size")!)
      let pictures = rows.dropFirst().filter { $0[track] == "0" }
      for row in pictures[(pictures.startIndex + pictures.count * 2 / 3)...].prefix(3) {
        let (start, count) = (try #require(Int(row[place])), try #require(Int(row[size])))
        bytes.replaceSubrange(start..<start + count, with: [UInt8](repeating: 0xA5, count: count))
      }
      try Data(bytes).write(to: URL(fileURLWithPath: broken))
      let result = try Program.mediaprobe("recover", broken, target)
      #expect(result.status == 0 && result.standardError.contains("3 damaged pictures left out"), "\(result.standardError)")
      let read = try Program.mediaprobe("nalu", "--summary", target)
      #expect(read.standardError.isEmpty && read.status == 0, "\(read.standardError)")
      #expect(try decodedFrames(target, "v").count >= pictures.count - 4)
    }
  }

  /// The movie has its `moov`, and a box of the sample tables of its pictures is not what it was.
  @Test func damagedTablesAreNamedAndDoneWithout() throws {
    try withEmptyFolder { folder in
      let (broken, target) = (folder.appending(path: "broken.mp4"), folder.appending(path: "a.mp4").path)
      var bytes = try Places.fixture("plain.mp4")
      let place = try #require(bytes.indices.first { bytes[$0...].starts(with: "stco".utf8) })
      bytes[place] = UInt8(ascii: "x")
      try Data(bytes).write(to: broken)
      let fixed = try Program.mediaprobe("check", "--fix", broken.path, "-o", target)
      #expect(fixed.status == 1 && fixed.text.contains("'mediaprobe recover' searches the media data"), "\(fixed.text)")
      #expect(!FileManager.default.fileExists(atPath: target))
      let result = try Program.mediaprobe("recover", "--verify", broken.path, target)
      #expect(result.status == 0 && result.standardError.contains("25 pictures found"), "\(result.standardError)")
      #expect(try decodedFrames(target, "v") == decodedFrames(fixturePath("plain.mp4"), "v"))
      #expect(try decodedSound(target) == decodedSound(fixturePath("plain.mp4")))
    }
  }

  /// Pictures of varying duration keep their times where the composition times are lost, and where the time scale is and no parameter set
  /// states a rate.
  @Test(arguments: ["ctts", "mdhd"]) func varyingTimesAreKept(_ type: String) throws {
    try withEmptyFolder { folder in
      let (good, broken, target) = (
        folder.appending(path: "good.mp4"), folder.appending(path: "broken.mp4"), folder.appending(path: "a.mp4")
      )
      let pictures = "testsrc=s=160x120:r=25:d=4,select='lt(mod(n\\,7)\\,4)'"
      let coding = ["-fps_mode", "vfr", "-c:v", "libx264", "-x264-params", "bframes=2:b-adapt=0", "-bsf:v", "h264_metadata=tick_rate=0"]
      let made = try Program.run("ffmpeg", ["-nostdin", "-v", "error", "-f", "lavfi", "-i", pictures] + coding + [good.path])
      #expect(made.status == 0, "\(made.standardError)")
      var bytes = [UInt8](try Data(contentsOf: good))
      let place = try #require(bytes.indices.first { bytes[$0...].starts(with: type.utf8) })
      if type == "ctts" { bytes[place] = UInt8(ascii: "x") } else { for index in 16..<20 { bytes[place + index] = 0 } }
      try Data(bytes).write(to: broken)
      let result = try Program.mediaprobe("recover", "--verify", broken.path, target.path)
      #expect(result.status == 0, "\(result.standardError)")
      let (before, after) = (try decodedFrames(good.path, "v"), try decodedFrames(target.path, "v"))
      #expect(before.count > 50 && before.map(\.hash) == after.map(\.hash), "\(before.count) \(after.count)")
      // Decoding times follow presentation times by two pictures: those of the last two are lost.
      let times = (before.map(\.time).dropLast(2), after.map(\.time).dropLast(2))
      #expect(
        zip(times.0, times.1).allSatisfy { abs($0 - $1) < 0.002 }, "\(times.0.prefix(9)) \(times.1.prefix(9)) \(result.standardError)")
    }
  }

  /// Large samples are written from where they are found, not from where they are in the file.
  @Test(arguments: ["spliced.mp4", "tables.mp4", "moved.mp4", "tags.flv"]) func largeSamples(_ name: String) throws {
    try withEmptyFolder { folder in
      let type = name.suffix(3)
      let (good, broken, target) = (
        folder.appending(path: "good.\(type)"), folder.appending(path: name), folder.appending(path: "a.\(type)")
      )
      let noise = "nullsrc=s=320x240:r=10:d=1,geq=lum='random(1)*255':cb=128:cr=128"
      let coding = ["-c:v", "libx264", "-qp", "4", "-g", "5", "-bf", "0"]
      let made = try Program.run("ffmpeg", ["-nostdin", "-v", "error", "-f", "lavfi", "-i", noise] + coding + [good.path])
      #expect(made.status == 0, "\(made.standardError)")
      var bytes = [UInt8](try Data(contentsOf: good))
      try #require(bytes.count > 10 << 16)
      func place(_ type: String) throws -> Int { try #require(bytes.indices.first { bytes[$0...].starts(with: type.utf8) }) }
      switch name {
      case "spliced.mp4": bytes.insert(9, at: try place("mdat") + 50_000)
      case "tables.mp4": bytes[try place("stsc")] = UInt8(ascii: "x")
      case "moved.mp4": bytes.insert(contentsOf: [0, 0, 0, 8] + "free".utf8, at: try place("mdat") - 4)
      default:
        let first = bytes[14..<17].reduce(0) { $0 << 8 | Int($1) }
        bytes.insert(contentsOf: [1, 2, 3, 4, 5], at: 13 + 11 + first + 4)
      }
      try Data(bytes).write(to: broken)
      let result = try Program.mediaprobe("recover", "--verify", broken.path, target.path)
      #expect(result.status == 0, "\(result.standardError)")
      let (before, after) = (try decodedFrames(good.path, "v"), try decodedFrames(target.path, "v"))
      // One picture is hit.
      if name == "spliced.mp4" {
        #expect(before.suffix(5).map(\.hash) == after.suffix(5).map(\.hash) && after.count == 10)
      } else {
        #expect(before.count == 10 && before.map(\.hash) == after.map(\.hash))
      }
    }
  }

  @Test func parameterSetsInHexadecimalAreEnough() throws {
    try withEmptyFolder { folder in
      let (broken, target) = (folder.appending(path: "broken.mp4"), folder.appending(path: "a.mp4").path)
      try Data(try killed(try Places.fixture("plain.mp4"))).write(to: broken)
      let stream = try Program.mediaprobe("extract", "--to", "h264", fixturePath("plain.mp4"), "-").standardOutput
      let units = [UInt8](stream).split(separator: [0, 0, 0, 1]).map { Array($0) }
      func hex(_ type: UInt8) throws -> String {
        let unit = try #require(units.first { ($0.first ?? 0) & 31 == type })
        return unit.map { String(format: "%02x", $0) }.joined()
      }
      let words = ["--sps", try hex(7), "--pps", try hex(8), "--audio-config", "1208"]
      let result = try Program.run(Program.mediaprobe, ["recover", "--verify"] + words + [broken.path, target])
      #expect(result.status == 0, "\(result.standardError)")
      #expect(try decodedFrames(target, "v").map(\.hash) == decodedFrames(fixturePath("plain.mp4"), "v").map(\.hash))
      let odd = try Program.mediaprobe("recover", "--sps", "67x", broken.path, target)
      #expect(odd.status == 64 && odd.standardError.contains("not a NAL unit in hexadecimal digits"))
      let noConfig = try Program.mediaprobe("recover", "--audio-config", "zz", broken.path, target)
      #expect(noConfig.status == 64 && noConfig.standardError.contains("not an AudioSpecificConfig in hexadecimal digits"))
    }
  }

  /// Truncated files give only pictures of the whole file, all of which decode.
  @Test(arguments: [("avc_aac.flv", "a.flv"), ("fragmented.mp4", "a.mp4"), ("bframes.h264", "a.mp4"), ("opengop.hevc", "a.mp4")])
  func whatWasCutOffGivesTheRest(source: String, name: String) throws {
    let whole = try Places.fixture(source)
    let all = Set(try decodedFrames(fixturePath(source), "v").map(\.hash))
    try withEmptyFolder { folder in
      let (broken, target) = (folder.appending(path: "broken"), folder.appending(path: name).path)
      for part in [35, 55, 77, 98] {
        try Data(whole.prefix(whole.count * part / 100)).write(to: broken)
        let result = try Program.mediaprobe("recover", "--verify", broken.path, target)
        #expect(result.status == 0, "\(part): \(result.standardError)")
        #expect(!result.standardError.contains("PreviousTagSize"), "the tag before it is cut off")
        let decoded = try Program.run("ffmpeg", ["-nostdin", "-v", "error", "-i", target, "-f", "null", "-"])
        #expect(decoded.standardError.isEmpty, "\(part): \(decoded.standardError)")
        let shown = try decodedFrames(target, "v").map(\.hash)
        #expect(shown.allSatisfy { all.contains($0) }, "\(part)")
        if part == 98 { #expect(shown.count >= all.count - 4) }
      }
    }
  }
}

@Test func whatHasNothingWholeIsSaid() throws {
  try withEmptyFolder { folder in
    let (broken, target) = (folder.appending(path: "broken.mp4"), folder.appending(path: "a.mp4").path)
    for length in [0, 5, 30, 60] {
      try Data(try Places.fixture("plain.mp4").prefix(length)).write(to: broken)
      let result = try Program.mediaprobe("recover", "--like", fixturePath("plain.mp4"), broken.path, target)
      #expect(result.status == 65 && !result.standardError.isEmpty, "\(length): \(result.standardError)")
    }
    #expect(try fileNames(folder) == ["broken.mp4"])
  }
}

/// Samples whose decoder configuration is broken are carried, and the exit code says that they cannot be played.
@Test func aBrokenConfigurationStaysAFinding() throws {
  try withEmptyFolder { folder in
    var bytes = try Places.fixture("fragmented.mp4")
    let name = Array("avcC".utf8)
    let place = try #require((0..<bytes.count - 4).first { bytes[$0..<$0 + 4].elementsEqual(name) })
    // The length of the first sequence parameter set.
    bytes[place + 10] = 0xFF
    let (broken, target) = (folder.appending(path: "broken.mp4"), folder.appending(path: "a.mp4").path)
    try Data(bytes).write(to: broken)
    let result = try Program.mediaprobe("recover", broken.path, target)
    #expect(result.status == 1 && result.standardError.contains("there is no valid decoder configuration"), "\(result.standardError)")
    #expect(FileManager.default.fileExists(atPath: target))
  }
}
