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

  /// AV1 5.5.2: monochrome pictures code color_range, even with the colours of sRGB.
  @Test(arguments: [false, true]) func monochromePicturesCodeTheirRange(isFull: Bool) throws {
    // Profile 0, still, reduced, level 0, 16x16 in 5 bits, no tools, 8 bits, monochrome, colours 1, 13 and 0.
    let fields: [(UInt32, Int)] = [
      (0, 3), (1, 1), (1, 1), (0, 5), (4, 4), (4, 4), (15, 5), (15, 5), (0, 6), (0, 1), (1, 1), (1, 1), (1, 8), (13, 8), (0, 8),
      (isFull ? 1 : 0, 1), (0, 1),
    ]
    let bits = fields.flatMap { field in (0..<field.1).map { UInt8(truncatingIfNeeded: field.0 >> UInt32(field.1 - 1 - $0)) & 1 } }
    let payload = stride(from: 0, to: bits.count, by: 8).map { place in
      (0..<8).reduce(UInt8(0)) { $0 << 1 | (place + $1 < bits.count ? bits[place + $1] : 0) }
    }
    let header = try #require(AV1SequenceHeader(obus: [0x0A, UInt8(payload.count)] + payload))
    #expect(header.size == PictureSize(width: 16, height: 16) && header.colour?.transfer == 13)
    #expect(header.isFullRange == isFull)
  }

  @Test(arguments: ["", "0a", "0a80", "0aff", "8a07", "1200", "0affffffffffffffffff01", "0e"]) func whatIsNoHeader(_ bytes: String) {
    #expect(AV1SequenceHeader(obus: hex(bytes)) == nil)
  }
}
