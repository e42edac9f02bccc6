import BitstreamKit
import Foundation
@testable import RemuxKit
import TestSupport
import Testing

/// Codecs with a FourCC in FLV, the FFmpeg options that create them, and the types of their boxes.
private let codecs: [(name: String, words: [String], codec: MediaCodec, box: FourCC)] = [
  ("av1", ["-c:v", "libaom-av1", "-cpu-used", "8", "-g", "10"], .av1, "av1C"),
  ("vp9", ["-c:v", "libvpx-vp9", "-g", "10", "-deadline", "realtime"], .vp9, "vpcC"),
  ("opus", ["-c:a", "libopus"], .opus, "dOps"), ("opus51", ["-c:a", "libopus", "-ac", "6"], .opus, "dOps"),
  ("flac", ["-c:a", "flac", "-strict", "-2"], .flac, "dfLa"), ("ac3", ["-c:a", "ac3"], .ac3, "dac3"),
  ("ac3at44", ["-c:a", "ac3", "-ar", "44100", "-ac", "6"], .ac3, "dac3"), ("eac3", ["-c:a", "eac3", "-ac", "6"], .eac3, "dec3"),
]

/// A hash of everything that FFmpeg decodes; FLV has no edit list.
private func hash(_ path: String) throws -> String {
  try Program.run("ffmpeg", ["-nostdin", "-v", "error", "-ignore_editlist", "1", "-i", path, "-map", "0", "-f", "md5", "-"]).text
}

/// The samples of the first track with their bytes.
private func samples(_ path: String) throws -> (reader: MediaReader, samples: [(MediaSample, [UInt8])]) {
  let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
  var reader = try MediaReader(MemorySource(bytes))
  var found: [(MediaSample, [UInt8])] = []
  while let sample = try reader.next() { found.append((sample, Array(bytes[Int(sample.offset)..<Int(sample.offset + sample.size)]))) }
  return (reader, found)
}

@Suite(.waiting, .enabled(if: Program.has("ffmpeg"))) struct RemuxEnhancedTests {
  @Test(arguments: codecs.map { $0.name }, [[], ["--fragment", "500ms"]]) func codecsGoThroughFLVAsTheyAre(
    name: String, layout: [String]
  ) throws {
    let (_, words, codec, type) = try #require(codecs.first { $0.name == name })
    try withEmptyFolder { folder in
      let (source, flv, back) = (
        folder.appending(path: "a.mp4").path, folder.appending(path: "a.flv").path, folder.appending(path: "b.mp4").path
      )
      let input = words[0] == "-c:v" ? "testsrc2=s=96x64:r=25:d=1" : "sine=440:r=48000:d=1"
      let made = try Program.run(
        "ffmpeg", ["-nostdin", "-v", "error", "-f", "lavfi", "-i", input] + words + ["-pix_fmt", "yuv420p", source])
      try #require(made.status == 0, "\(made.standardError)")
      for (from, to, options) in [(source, flv, []), (flv, back, layout)] {
        let result = try Program.run(Program.mediaprobe, ["remux", "--verify", from, to] + options)
        #expect(result.status == 0 && result.standardError.isEmpty, "\(result.standardError)")
      }
      let (one, middle, two) = (try samples(source), try samples(flv), try samples(back))
      #expect(middle.reader.tracks[0].codec == codec && two.reader.tracks[0].codec == codec)
      #expect(one.samples.map { $0.1 } == middle.samples.map { $0.1 } && one.samples.map { $0.1 } == two.samples.map { $0.1 })
      let scale = Int64(try #require(one.reader.tracks[0].timescale))
      let start = try #require(one.samples.first).0.decodeTime
      for (a, b) in zip(one.samples, two.samples) {
        #expect(abs((a.0.decodeTime - start) * 1000 / scale - b.0.decodeTime) <= 1 && a.0.isKey == b.0.isKey)
      }
      let (asked, there) = (one.reader.description(ofTrack: 0, index: 1), two.reader.description(ofTrack: 0, index: 1))
      guard case .box(type, let payload)? = asked?.configuration else {
        Issue.record("no \(type)")
        return
      }
      #expect(!payload.isEmpty && asked?.configuration == there?.configuration)
      #expect(one.reader.tracks[0].width == two.reader.tracks[0].width && one.reader.tracks[0].height == two.reader.tracks[0].height)
      #expect(one.reader.tracks[0].sampleRate == two.reader.tracks[0].sampleRate)
      // The channel count of an AC-3 entry is ignored (ETSI TS 102 366, F.3), and FFmpeg always writes 2.
      if type != "dac3", type != "dec3" { #expect(one.reader.tracks[0].channels == two.reader.tracks[0].channels) }
      let (before, after) = (try hash(source), try hash(back))
      #expect(before == after && before.hasPrefix("MD5="))
    }
  }
}
