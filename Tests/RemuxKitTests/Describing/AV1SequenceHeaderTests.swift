import BitstreamKit
import Foundation
import RemuxKit
import TestSupport
import Testing

@Suite struct AV1SequenceHeaderTests {
  /// Streams of libaom after a temporal delimiter, with the values reported by FFmpeg.
  @Test(
    .enabled(if: Program.has("ffmpeg")),
    arguments: [("96x64", "pc", "1", 1, true), ("130x34", "tv", "9", 9, false), ("16x16", "tv", "5", 5, false)]
      as [(String, String, String, UInt8, Bool)])
  func sizeAndColours(_ size: String, _ range: String, _ code: String, _ primaries: UInt8, _ isFull: Bool) throws {
    let file = Places.scratch("av1.obu")
    defer { try? FileManager.default.removeItem(at: file) }
    let made = try Program.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc=s=\(size):d=0.04", "-pix_fmt", "yuv420p", "-c:v", "libaom-av1", "-cpu-used", "8",
        "-color_range", range, "-color_primaries", code, "-frames:v", "1", file.path,
      ])
    #expect(made.status == 0, "\(made.standardError)")
    let bytes = [UInt8](try Data(contentsOf: file))
    let header = try #require(AV1SequenceHeader(obus: bytes))
    #expect("\(header.size.width)x\(header.size.height)" == size)
    #expect(header.isFullRange == isFull)
    #expect(header.colour?.primaries ?? 2 == primaries)
    for count in 0..<min(64, bytes.count) { _ = AV1SequenceHeader(obus: Array(bytes.prefix(count))) }
  }

  /// A still picture with a reduced header, as written by libavif.
  @Test func aReducedHeader() throws {
    let header = try #require(AV1SequenceHeader(obus: hex("1200 0a07 38000610 10d069 320a1ff0")))
    #expect(header.size == PictureSize(width: 1, height: 1))
    #expect(header.byteCount == 9)
  }

  @Test(arguments: ["", "0a", "0a80", "0aff", "8a07", "1200", "0affffffffffffffffff01", "0e"]) func whatIsNoHeader(_ bytes: String) {
    #expect(AV1SequenceHeader(obus: hex(bytes)) == nil)
  }
}
