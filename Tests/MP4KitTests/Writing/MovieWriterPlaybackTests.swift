import BitstreamKit
import Foundation
import MP4Kit
import TestSupport
import Testing

/// The hash of each frame that FFmpeg decodes from a file.
private func hashes(_ file: [UInt8], _ stream: String) throws -> [String] {
  let path = Places.scratch("written.mp4")
  try Data(file).write(to: path)
  defer { try? FileManager.default.removeItem(at: path) }
  let result = try Program.run(
    "ffmpeg", ["-nostdin", "-v", "error", "-i", path.path, "-map", "0:\(stream)?", "-vsync", "0", "-f", "framemd5", "-"])
  return result.text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    .compactMap { $0.split(separator: ",").last.map { $0.trimmingCharacters(in: .whitespaces) } }
}

@Suite(.enabled(if: Program.has("ffmpeg"))) struct MovieWriterPlaybackTests {
  @Test(arguments: WriterLayout.allCases, ["plain.mp4", "hvc1.mp4"]) func framesAreThoseOfTheSource(way: WriterLayout, fixture: String)
    throws
  {
    let once = try hashes(try Places.fixture(fixture), "v")
    let file = try Recording(fixture, times: 3).write(way.layout).bytes
    let written = try hashes(file, "v")
    #expect(!once.isEmpty && written == once + once + once, "\(written.count) frames where \(once.count * 3) should be")
  }

  /// Decoded audio is the same in every layout, including priming, and matches what the source's edit list presents.
  @Test(arguments: WriterLayout.allCases) func soundIsThatOfTheSource(way: WriterLayout) throws {
    let recording = try Recording("plain.mp4", only: "soun")
    let log = OutputLog()
    let writer = try MovieWriter(log.output(), layout: way.layout)
    let inputs = try recording.inputs(of: writer) { $0.primingSamples = 1024 }
    try writer.startSession(atSourceTime: .zero)
    for item in recording.tracks[0].items.indices {
      try recording.append(0, item, to: inputs, later: MediaTime(value: -1024, timescale: 44100) ?? .zero)
    }
    try writer.finishWriting()
    let (source, written) = (try hashes(try Places.fixture("plain.mp4"), "a"), try hashes(log.bytes, "a"))
    // The source's edit list also cuts off the end, ours does not. In fragments, FFmpeg presents the priming samples before time 0.
    let heard = Array(written.dropFirst(way.isFragmented ? 1 : 0).prefix(source.count - 1))
    #expect(source.count > 40 && written.count >= source.count && heard == source.dropLast())
  }

  /// During recording, a hybrid movie plays what has been written.
  @Test(arguments: [WriterLayout.hybrid, .fragmented, .cmaf]) func whatIsThereCanBePlayed(way: WriterLayout) throws {
    let log = try Recording("plain.mp4", times: 4).write(way.layout)
    let all = try hashes(log.bytes, "v")
    #expect(all.count == 100)
    var most = 0
    try log.replay { (index, file) in
      if file.isEmpty { return }
      let now = try hashes(file, "v")
      #expect(now == Array(all.prefix(now.count)) && now.count >= most, "after \(index) writes: \(now.count) frames")
      most = now.count
    }
    #expect(most == 100)
  }

  /// H.264 pictures of a different size than those of the fixture.
  private func smaller() throws -> [UInt8] {
    let path = Places.scratch("small.mp4")
    defer { try? FileManager.default.removeItem(at: path) }
    _ = try Program.run(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=0.6", "-c:v", "libx264", "-preset", "ultrafast",
        "-pix_fmt",
        "yuv420p", path.path,
      ])
    return [UInt8](try Data(contentsOf: path))
  }

  /// Parameter sets that change within the stream: two picture sizes in one track.
  @Test(arguments: [WriterLayout.plain, .rewritten, .fragmented, .hybrid], [false, true]) func picturesOfTwoStreamsFollowEachOther(
    way: WriterLayout, inSamples: Bool
  ) throws {
    let small = try smaller()
    let (one, other) = (try Recording("plain.mp4", only: "vide"), try Recording(small, only: "vide"))
    let log = OutputLog()
    let writer = try MovieWriter(log.output(), layout: way.layout)
    let inputs = try one.inputs(of: writer) { $0.parameterSetsInSamples = inSamples }
    try writer.startSession(atSourceTime: .zero)
    for item in one.tracks[0].items.indices { try one.append(0, item, to: inputs) }
    try inputs[0].setFormat(other.tracks[0].format)
    for item in other.tracks[0].items.indices { try other.append(0, item, to: inputs, later: MediaTime(milliseconds: 2000)) }
    try writer.finishWriting()
    if way == .fragmented, !inSamples {
      // FFmpeg 5.1 decodes all fragments with the first description, although each has its own (ISO/IEC 14496-12, 8.8.7), so it cannot
      // verify this.
      let numbers = try samples(log.bytes)[0].map { $0.sample.descriptionIndex }
      #expect(numbers == one.tracks[0].items.map { _ in 1 } + other.tracks[0].items.map { _ in 2 })
      return
    }
    let (first, second) = (try hashes(try Places.fixture("plain.mp4"), "v"), try hashes(small, "v"))
    let written = try hashes(log.bytes, "v")
    // FFmpeg scales pictures of a different size to that of the first one, so their hashes differ.
    #expect(written.count == first.count + second.count && Array(written.prefix(first.count)) == first)
  }
}
