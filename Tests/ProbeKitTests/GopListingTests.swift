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
}
