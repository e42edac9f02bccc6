import Foundation
import TestSupport
import Testing

/// Order of fields, interlacing and repetition, compared with ffprobe.
@Suite struct FFProbeFieldsTests {
  private static let entries = ["-v", "error", "-select_streams", "v", "-of", "compact", "-show_entries"]
  private static let shown = "stream=field_order:frame=interlaced_frame,top_field_first,repeat_pict"

  private static func answer(_ program: String, _ arguments: [String], _ path: String) throws -> [String] {
    try Program.run(program, arguments + entries + [shown, path]).text.split(separator: "\n").map(String.init)
  }

  private static func compare(_ path: String) throws {
    let theirs = try answer("ffprobe", [], path)
    let ours = try answer(Program.mediaprobe, ["ffprobe"], path)
    #expect(ours.count > 10)
    #expect(ours == theirs, "\(path)")
  }

  @Test(
    .enabled(if: Program.has("ffprobe") && Program.has("x264")),
    arguments: [
      ["--tff"], ["--bff"], ["--fake-interlaced"], ["--tff", "--pic-struct"], ["--bff", "--pic-struct"], ["--pic-struct"],
      ["--pulldown", "22"], ["--pulldown", "32"], ["--pulldown", "64"], ["--pulldown", "double"], ["--pulldown", "triple"],
      ["--pulldown", "euro"],
    ])
  func framesOfX264AreThoseOfFFProbe(_ options: [String]) throws {
    try withEmptyFolder { folder in
      func path(_ name: String) -> String { folder.appending(path: name).path }
      let picture = ["-f", "lavfi", "-i", "testsrc2=s=320x180:r=24:d=1", "-pix_fmt", "yuv420p"]
      _ = try Program.run("ffmpeg", ["-v", "error", "-y", "-nostdin"] + picture + [path("s.y4m")])
      _ = try Program.run("x264", ["--quiet", "--preset", "veryfast"] + options + ["-o", path("s.264"), path("s.y4m")])
      try Self.compare(path("s.264"))
      _ = try Program.mediaprobe("remux", "-y", "--fps", "24", path("s.264"), path("s.mp4"))
      try Self.compare(path("s.mp4"))
    }
  }

  @Test(.enabled(if: Program.has("ffprobe"))) func framesOfTheFixtureAreThoseOfFFProbe() throws {
    try Self.compare(Places.fixtures.appending(path: "interlaced.h264").path)
  }

  /// Streams of field pairs and of adaptive frames, alone and in MP4.
  @Test(
    .enabled(if: Places.corpus != nil && Program.has("ffprobe")),
    arguments: ["HCAFF1_HHI.264", "HCAMFF1_HHI.264", "FRExt2_Panasonic.avc", "CVSE2_Sony_B.264", "Freh7_B.264", "FREXT01_JVC_D.264"])
  func orderOfFieldsIsThatOfFFProbe(_ name: String) throws {
    guard let corpus = Places.corpus else { return }
    try withEmptyFolder { folder in
      let movie = folder.appending(path: "s.mp4").path
      let stream = corpus.appending(path: "h264/\(name)").path
      _ = try Program.mediaprobe("remux", "-y", "--fps", "25", stream, movie)
      for path in [stream, movie] {
        let arguments = ["-v", "error", "-of", "csv", "-show_entries", "stream=field_order", path]
        let theirs = try Program.run("ffprobe", arguments).text
        #expect(try Program.run(Program.mediaprobe, ["ffprobe"] + arguments).text == theirs, "\(path)")
      }
    }
  }
}
