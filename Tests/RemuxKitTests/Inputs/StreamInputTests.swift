import BitstreamKit
import Foundation
import NALKit
import RemuxKit
import TestSupport
import Testing

/// A stream of enhancement layers alone has no samples, and says why.
@Test func aStreamWithoutItsBaseLayerSaysSo() throws {
  var bytes = try Places.fixture("opengop.hevc")
  #expect(try samples(bytes).reader.findings.isEmpty)
  // nuh_layer_id 1 in the headers of all slices.
  for place in 0..<bytes.count - 5
  where bytes[place] == 0 && bytes[place + 1] == 0 && bytes[place + 2] == 1 && bytes[place + 3] >> 1 & 63 < 32 {
    bytes[place + 4] |= 8
  }
  let found = try samples(bytes)
  #expect(found.tracks.allSatisfy { $0.isEmpty })
  #expect(found.reader.findings.contains { $0.contains("no picture of the base layer") }, "\(found.reader.findings)")
}

/// A recording that begins with a CRA picture: each picture has a time of its own, leading pictures before the CRA picture.
@Test func skippedLeadingPicturesHaveTimes() throws {
  let bytes = try Places.fixture("opengop.hevc")
  var parser = AnnexBParser()
  var (units, cursor) = ([[UInt8]](), 0)
  while let unit = parser.next(in: bytes, from: &cursor, to: bytes.count) {
    units.append(Array(bytes[Int(unit.offset)..<Int(unit.offset + unit.length)]))
  }
  if let last = parser.finish() { units.append(Array(bytes[Int(last.offset)..<Int(last.offset + last.length)])) }
  func type(_ unit: [UInt8]) -> UInt8 { unit[0] >> 1 & 63 }
  let cra = try #require(units.firstIndex { type($0) == 21 })
  let kept = units[..<cra].filter { 32...34 ~= type($0) } + units[cra...]
  let leading = kept.count { type($0) == 8 || type($0) == 9 }
  let (_, tracks) = try samples(kept.flatMap { [0, 0, 0, 1] + $0 }, rate: ExactRatio(25, 1))
  let times = tracks[0].map(\.presentationTime)
  try #require(leading > 0 && times.count > leading)
  #expect(Set(times).count == times.count)
  let first = Array(times.dropFirst().prefix { $0 < times[0] })
  #expect(!first.isEmpty && first.count <= leading && times.min() == 0, "\(times.prefix(8))")
}

/// Pictures that are displayed longer than a frame, or as one field, last as long as picture timing messages say.
@Suite(.waiting, .enabled(if: Program.has("ffmpeg") && Program.has("x264") && Program.has("x265"))) struct PictureTimingTests {
  private func encoded(_ rate: Int, _ program: String, _ options: [String]) throws -> [UInt8] {
    let folder = Places.scratch("picture-timing")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (raw, target) = (folder.appending(path: "a.y4m").path, folder.appending(path: "a.bin").path)
    let source = ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x120:r=10:d=2", "-vf", "fps=\(rate)"]
    #expect(try Program.run("ffmpeg", source + ["-pix_fmt", "yuv420p", raw]).status == 0)
    #expect(try Program.run(program, options + [raw, "-o", target]).status == 0)
    return Array(try Data(contentsOf: URL(filePath: target)))
  }

  /// The video has 2 seconds; the first pattern of pulldown makes 5 of them.
  @Test(arguments: [
    ("x264", 24, ["--pulldown", "32"], 2), ("x264", 25, ["--pulldown", "double"], 2), ("x264", 25, ["--pulldown", "triple"], 2),
    ("x264", 25, ["--pulldown", "64"], 5), ("x264", 25, ["--tff"], 2), ("x264", 25, ["--nal-hrd", "vbr"], 2),
    ("x265", 30, ["--frame-dup", "--dup-threshold", "80"], 2), ("x265", 25, ["--interlace", "tff"], 2), ("x265", 25, [], 2),
  ])
  func durationsAreThoseOfTheTiming(_ program: String, rate: Int, options: [String], seconds: Int64) throws {
    let buffer = program == "x265" ? ["--vbv-maxrate", "400", "--vbv-bufsize", "400", "--hrd", "--bitrate", "300"] : []
    let hrd = options.first == "--nal-hrd" ? ["--vbv-maxrate", "400", "--vbv-bufsize", "400"] : []
    let (reader, tracks) = try samples(encoded(rate, program, buffer + hrd + options))
    let (scale, found) = (Int64(try #require(reader.tracks[0].timescale)), tracks[0])
    #expect(found.reduce(0) { $0 + Int64($1.duration) } == seconds * scale)
    // Each picture is shown where the one before it ends, and is decoded before it is shown.
    let shown = found.sorted { $0.presentationTime < $1.presentationTime }
    #expect(shown.first?.presentationTime == 0)
    #expect(zip(shown, shown.dropFirst()).allSatisfy { $0.presentationTime + Int64($0.duration) == $1.presentationTime })
    #expect(found.allSatisfy { $0.decodeTime <= $0.presentationTime + reader.tracks[0].reorderDelay })
    #expect(zip(found, found.dropFirst()).allSatisfy { $0.decodeTime + Int64($0.duration) == $1.decodeTime })
    // A rate that is asked for is that of the pictures.
    let even = try samples(encoded(rate, program, buffer + hrd + options), rate: ExactRatio(50, 1)).tracks[0]
    #expect(Set(even.map(\.duration)) == [1])
  }
}
