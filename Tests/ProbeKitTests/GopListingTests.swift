import Foundation
import TestSupport
import Testing

/// The seconds of groups of pictures of a byte stream are those of its pictures: with pulldown they last longer than a frame, and a field half
/// of one. A movie made from the stream has the same.
@Suite(.waiting, .enabled(if: Program.has("ffmpeg") && Program.has("x264") && Program.has("x265"))) struct GopListingTests {
  private static func totals(_ arguments: [String]) throws -> [String: Any] {
    let result = try Program.run(Program.mediaprobe, ["gop", "--summary", "--format", "json"] + arguments)
    #expect(result.status == 0, "\(result.standardError)")
    let document = try #require(try JSONSerialization.jsonObject(with: result.standardOutput) as? [String: Any])
    return try #require(document["totals"] as? [String: Any])
  }

  @Test(arguments: [
    ("x264", 24, ["--pulldown", "32"]), ("x264", 25, ["--pulldown", "triple"]), ("x264", 25, ["--tff"]),
    ("x265", 25, ["--interlace", "tff"]),
    ("x265", 25, []),
  ])
  func secondsAreThoseOfThePictures(_ program: String, rate: Int, options: [String]) throws {
    try withEmptyFolder { folder in
      let (raw, stream, movie) = ("a.y4m", "a.\(program)", "a.mp4")
      func path(_ name: String) -> String { folder.appending(path: name).path }
      let closed = program == "x265" ? ["--no-open-gop"] : []
      let source = ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x120:r=\(rate):d=2", "-pix_fmt", "yuv420p"]
      #expect(try Program.run("ffmpeg", source + [path(raw)]).status == 0)
      #expect(try Program.run(program, options + closed + ["--keyint", "20", path(raw), "-o", path(stream)]).status == 0)
      #expect(try Program.mediaprobe("remux", path(stream), path(movie)).status == 0)
      for name in [stream, movie] {
        let totals = try Self.totals([path(name)])
        let (seconds, size, bitRate) = (totals["duration_seconds"] as? Double, totals["size"] as? Double, totals["bit_rate"] as? Double)
        #expect(try abs(#require(seconds) - 2) < 0.001, "\(name)")
        #expect(try abs(#require(bitRate) - #require(size) * 4) < 2, "\(name)")
        // The next group begins where the one before it ends.
        let rows = try Program.mediaprobe("gop", "--seconds", "--format", "json", path(name)).standardOutput
        let groups = try #require((try JSONSerialization.jsonObject(with: rows) as? [String: Any])?["gops"] as? [[String: Any]])
        let starts = groups.compactMap { $0["pts_seconds"] as? Double }
        let ends = zip(starts, groups).map { $0 + ($1["duration_seconds"] as? Double ?? 0) }
        #expect(starts.count > 2 && zip(starts.dropFirst(), ends).allSatisfy { abs($0 - $1) < 0.05 }, "\(name): \(starts), \(ends)")
      }
      // A rate that is asked for is that of the pictures.
      let even = try Self.totals(["--fps", "10", path(stream)])
      #expect(try #require(even["duration_seconds"] as? Double) == #require(even["pictures"] as? Double) / 10)
    }
  }

  /// In a container the times of samples count, whatever rate the VUI states: a time base in its place is legal.
  @Test func bitRatesInAContainerAreThoseOfItsTimes() throws {
    try withEmptyFolder { folder in
      let movie = folder.appending(path: "a.mp4").path
      let words = [
        "-nostdin", "-v", "error", "-i", Places.fixtures.appending(path: "plain.mp4").path, "-an", "-c", "copy", "-bsf:v",
        "h264_metadata=tick_rate=180000", movie,
      ]
      #expect(try Program.run("ffmpeg", words).status == 0)
      let rows = try Program.mediaprobe("gop", "--seconds", "--format", "json", movie).standardOutput
      let groups = try #require((try JSONSerialization.jsonObject(with: rows) as? [String: Any])?["gops"] as? [[String: Any]])
      #expect(!groups.isEmpty)
      for group in groups {
        let seconds = try #require(group["duration_seconds"] as? Double)
        let bits = try #require(group["size"] as? Double) * 8
        let bitRate = try #require(group["bit_rate"] as? Double)
        #expect(abs(bitRate - bits / seconds) < 2, "\(group)")
      }
    }
  }

  private static func groups(_ arguments: [String], status: Int32 = 0) throws -> [[String: Any]] {
    let result = try Program.run(Program.mediaprobe, ["gop", "--seconds", "--format", "json"] + arguments)
    #expect(result.status == status, "\(result.standardError)")
    return try #require((try JSONSerialization.jsonObject(with: result.standardOutput) as? [String: Any])?["gops"] as? [[String: Any]])
  }

  private static func encode(_ rate: Int, _ seconds: Int, _ size: String, _ options: [String], _ path: String) throws {
    let source = ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=\(size):r=\(rate):d=\(seconds)", "-pix_fmt", "yuv420p"]
    #expect(try Program.run("ffmpeg", source + options + [path]).status == 0)
  }

  /// H.264 E.2.1, H.265 E.3.1: the timing is that of the sequence.
  @Test(arguments: ["libx264", "libx265"]) func aChangeOfTheRateIsThatOfLaterGroups(_ encoder: String) throws {
    try withEmptyFolder { folder in
      func path(_ name: String) -> String { folder.appending(path: name).path }
      let ending = encoder == "libx264" ? "h264" : "hevc"
      let options = ["-c:v", encoder, "-g", "10", "-x265-params", "log-level=none:open-gop=0"]
      try Self.encode(25, 1, "160x120", options, path("a.\(ending)"))
      try Self.encode(50, 1, "128x96", options, path("b.\(ending)"))
      let joined = path("both.\(ending)")
      try (try Data(contentsOf: folder.appending(path: "a.\(ending)")) + Data(contentsOf: folder.appending(path: "b.\(ending)")))
        .write(to: URL(fileURLWithPath: joined))
      let groups = try Self.groups([joined])
      #expect(groups.compactMap { $0["pts_seconds"] as? Double } == [0, 0.4, 0.8, 1, 1.2, 1.4, 1.6, 1.8], "\(groups)")
      #expect(groups.compactMap { $0["duration_seconds"] as? Double } == [0.4, 0.4, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2])
      #expect(try #require(try Self.totals([joined])["duration_seconds"] as? Double) == 2)
      // A byte stream has one time scale: other commands say that they go on at the first rate, unless a rate was asked for.
      let packets = try Program.mediaprobe("packets", "--summary", joined)
      #expect(packets.standardError.contains("the frame rate changes from 25 to 50 at byte"), "\(packets.standardError)")
      #expect(try Program.mediaprobe("packets", "--summary", "--fps", "25", joined).standardError.isEmpty)
    }
  }

  /// RADL pictures refer to no picture before their IDR picture (H.265, 3.128), so that decoding can begin there.
  @Test func decodableLeadingPicturesCloseAGroup() throws {
    try withEmptyFolder { folder in
      let path = folder.appending(path: "a.hevc").path
      let parameters = "log-level=none:keyint=16:min-keyint=16:open-gop=0:radl=3:bframes=3:scenecut=0:b-adapt=0"
      try Self.encode(25, 2, "160x120", ["-c:v", "libx265", "-x265-params", parameters], path)
      let groups = try Self.groups([path])
      #expect(groups.count > 2 && groups.allSatisfy { $0["open"] as? Bool == false }, "\(groups)")
      let text = try Program.mediaprobe("nalu", "--summary", path).text
      #expect(text.contains("RADL"), "\(text)")
    }
  }

  /// Pictures before the first parameter set are of unknown type, and decoding cannot begin at them.
  @Test func picturesWithoutParameterSetsAreOfNoType() throws {
    try withEmptyFolder { folder in
      let path = folder.appending(path: "a.h264")
      try Self.encode(25, 2, "160x120", ["-c:v", "libx264", "-g", "10", "-bf", "0"], path.path)
      let bytes = [UInt8](try Data(contentsOf: path))
      let start = try #require(bytes.indices.first { bytes[$0...].starts(with: [0, 0, 0, 1, 0x41]) })
      try Data(bytes[start...]).write(to: path)
      let groups = try Self.groups([path.path], status: 1)
      let first = try #require(groups.first)
      #expect(first["i"] as? Int == 0 && first["structure"] as? String == "?????????" && first["open"] is NSNull, "\(first)")
      let totals = try Program.run(Program.mediaprobe, ["gop", "--summary", "--format", "csv", path.path]).text.split(separator: "\n")
      // Groups, open, closed, pictures, I.
      #expect(totals.last?.hasPrefix("5,0,4,49,4,") == true, "\(totals)")
      // The place is that of the element, in each answer: after a start code, the header, and 1 and 5 bits.
      let place = "pic_parameter_set_id at bit 14 (file byte 0x5)"
      for command in ["gop", "frames", "trace"] {
        let text = try Program.mediaprobe(command, path.path).standardError
        #expect(text.contains(place), "\(text)")
      }
      // The sets come later.
      let info = try Program.mediaprobe("info", path.path).text
      #expect(info.contains("160x120") && info.contains("High"), "\(info)")
    }
  }

  /// Samples without units, which are beyond the end or were never written, belong to no picture.
  @Test(.enabled(if: Program.has("ffmpeg"))) func lostSamplesAreNoPartOfThePictureBeforeThem() throws {
    try withEmptyFolder { folder in
      func path(_ name: String) -> String { folder.appending(path: name).path }
      try Self.encode(25, 2, "160x120", ["-c:v", "libx264", "-g", "10", "-movflags", "faststart"], path("a.mp4"))
      var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path("a.mp4"))))
      func places(_ command: String, _ name: String) throws -> [Range<Int>] {
        let rows = try Program.mediaprobe(command, "--format", "json", path(name)).standardOutput
        let list = (try JSONSerialization.jsonObject(with: rows) as? [String: Any])?[command] as? [[String: Any]]
        return try #require(list).map { row in
          let offset = try #require(row["offset"] as? Int)
          return offset..<offset + (try #require(row["size"] as? Int))
        }
      }
      let whole = try places("packets", "a.mp4")
      #expect(try places("frames", "a.mp4") == whole)
      // The end of the file is in sample 21, and sample 10 is blank.
      try Data(bytes[..<(whole[20].lowerBound + 50)]).write(to: URL(fileURLWithPath: path("cut.mp4")))
      #expect(try places("frames", "cut.mp4") == Array(whole[...20]))
      for place in whole[10] { bytes[place] = 0 }
      try Data(bytes).write(to: URL(fileURLWithPath: path("blank.mp4")))
      #expect(try places("frames", "blank.mp4") == Array(whole[..<10] + whole[11...]))
    }
  }
}
