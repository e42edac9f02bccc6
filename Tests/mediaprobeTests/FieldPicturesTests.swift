import Foundation
import TestSupport
import Testing

/// H.265 whose pictures are fields: a rate counts frames, of two samples each, wherever it is stated.
@Suite(.enabled(if: Program.has("x265") && Program.has("ffmpeg"))) struct FieldPicturesTests {
  private func rate(_ file: String) throws -> String? {
    let info = try JSONSerialization.jsonObject(with: try Program.mediaprobe("info", "--json", file).standardOutput) as? [String: Any]
    let track = (info?["tracks"] as? [[String: Any]])?.first
    return (track?["frame_rate"] as? [String: Any])?["ratio"] as? String
  }

  @Test func aRateCountsFrames() throws {
    try withEmptyFolder { folder in
      func path(_ name: String) -> String { folder.appending(path: name).path }
      let made = try Program.shell(
        "ffmpeg -v error -f lavfi -i testsrc2=s=64x64:r=50:d=1 -pix_fmt yuv420p '\(path("in.y4m"))' && "
          + "x265 --input '\(path("in.y4m"))' --interlace tff --preset ultrafast -o '\(path("a.hevc"))' < /dev/null")
      #expect(made.status == 0, "\(made.standardError)")
      #expect(try rate(path("a.hevc")) == "25/1")
      for (name, options) in [("own.mp4", []), ("asked.mp4", ["--fps", "25"]), ("own.flv", []), ("slow.mp4", ["--fps", "12.5"])] {
        let result = try Program.run(Program.mediaprobe, ["remux"] + options + [path("a.hevc"), path(name)])
        #expect(result.status == 0, "\(result.standardError)")
        #expect(try rate(path(name)) == (name == "slow.mp4" ? "25/2" : "25/1"), "\(name)")
        let shown = try Program.run("ffprobe", ["-v", "error", "-show_entries", "packet=dts_time", "-of", "csv=p=0", path(name)])
        let times = shown.text.split(separator: "\n").compactMap { Double($0.split(separator: ",")[0]) }
        // ffprobe lists the configuration in FLV as a packet, too.
        try #require(times.count >= 50)
        let steps = zip(times.dropFirst(), times).map { $0 - $1 }.sorted()
        #expect(abs(steps[steps.count / 2] - (name == "slow.mp4" ? 0.04 : 0.02)) < 0.0015, "\(name): \(steps)")
      }
    }
  }
}
