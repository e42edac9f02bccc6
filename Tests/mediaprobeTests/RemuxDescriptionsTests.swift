import BitstreamKit
import Foundation
import TestSupport
import Testing
import NALKit

/// Layouts for streams with two configurations, and the number of sample entries of each.
private let layouts: [(words: [String], entries: Int, isLoose: Bool)] = [
  ([], 2, false), (["--faststart"], 2, false), (["--hybrid"], 2, false), (["--fragment", "500ms"], 1, true), (["--hev1"], 1, true),
  (["--hev1", "--fragment", "500ms"], 1, true),
]

/// Two streams of one second with different sizes and a keyframe every ten pictures.
private func streams(_ codec: String, _ folder: URL) throws -> (first: Data, second: Data) {
  var made: [Data] = []
  for size in ["96x64", "160x112"] {
    let path = folder.appending(path: "\(size).\(codec)").path
    let encoder = codec == "h264" ? ["-c:v", "libx264"] : ["-c:v", "libx265", "-x265-params", "log-level=error"]
    let result = try Program.run(
      "ffmpeg",
      ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=\(size):r=25:d=1", "-g", "10", "-pix_fmt", "yuv420p"] + encoder + [path])
    try #require(result.status == 0, "\(result.standardError)")
    made.append(try Data(contentsOf: URL(filePath: path)))
  }
  return (made[0], made[1])
}

/// Hashes of the frames that FFmpeg decodes from a given second.
private func hashes(_ path: String, from second: String? = nil, count: Int = 1000) throws -> [String] {
  let seek = second.map { ["-ss", $0] } ?? []
  let result = try Program.run(
    "ffmpeg",
    ["-nostdin", "-v", "error"] + seek + ["-i", path, "-map", "0:v", "-vsync", "0", "-frames:v", String(count), "-f", "framemd5", "-"])
  #expect(result.standardError.isEmpty, "\(result.standardError)")
  return result.text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    .compactMap { $0.split(separator: ",").last.map { $0.trimmingCharacters(in: .whitespaces) } }
}

/// The units of a byte stream, without start codes.
private func units(_ file: URL) throws -> [[UInt8]] {
  let bytes = [UInt8](try Data(contentsOf: file))
  var parser = AnnexBParser()
  var (found, cursor) = ([AnnexBUnit](), 0)
  while let unit = parser.next(in: bytes, from: &cursor, to: bytes.count) { found.append(unit) }
  if let last = parser.finish() { found.append(last) }
  return found.map { Array(bytes[Int($0.offset)..<Int($0.offset + $0.length)]) }
}

@Suite(.waiting, .enabled(if: Program.has("ffmpeg"))) struct RemuxDescriptionsTests {
  /// All pictures are unchanged, also after seeking to each part.
  @Test(arguments: ["h264", "hevc"]) func streamsOfTwoSizes(codec: String) throws {
    try withEmptyFolder { folder in
      let (first, second) = try streams(codec, folder)
      let (source, lone) = (folder.appending(path: "a.\(codec)"), folder.appending(path: "b.\(codec)"))
      try (first + second + first).write(to: source)
      try second.write(to: lone)
      let (before, alone) = (try hashes(source.path), try hashes(lone.path))
      #expect(before.count == 75 && alone.count == 25)
      for (words, count, isLoose) in layouts {
        let target = folder.appending(path: "a.mp4").path
        let result = try Program.run(Program.mediaprobe, ["remux", "--verify", source.path, target] + words)
        #expect(result.status == 0, "\(words): \(result.standardError)")
        // The implicit use of fragments is reported.
        #expect(result.standardError.contains("parameter sets change") == (words == ["--fragment", "500ms"]), "\(words)")
        let boxes = try Program.mediaprobe("mp4", target).text
        let name = codec == "h264" ? (isLoose ? "avc3" : "avc1") : isLoose ? "hev1" : "hvc1"
        #expect(boxes.split(separator: "\n").count { $0.contains(" \(name) ") } == count, "\(words)")
        #expect(try hashes(target) == before, "\(words)")
        // The first part again, the second, and the first from a position inside it. FFmpeg compares a position with the media times of
        // fragments, which an edit list delays by up to 80 ms, and scales all pictures to the size of the first that it decodes.
        #expect(try hashes(target, from: "2.1", count: 25) == Array(before[53..<75]), "\(words)")
        #expect(try hashes(target, from: "1.4", count: 10) == Array(alone[10..<20]), "\(words)")
        #expect(try hashes(target, from: "0.4", count: 10) == Array(before[10..<20]), "\(words)")
        let back = folder.appending(path: "back.\(codec)")
        #expect(try Program.mediaprobe("remux", target, back.path).status == 0)
        let isSame = try units(back) == units(source)
        #expect(isSame, "\(words)")
      }
    }
  }

  /// FLV has the second configuration as a sequence header, joined movies as a second sample description.
  @Test(arguments: [[], ["--fragment", "500ms"], ["--hybrid"]]) func flvAndJoinedFiles(words: [String]) throws {
    try withEmptyFolder { folder in
      let (first, second) = try streams("h264", folder)
      let paths = ["a.h264", "b.h264", "ab.h264", "ab.flv", "a.mp4", "b.mp4", "out.mp4"].map { folder.appending(path: $0).path }
      for (data, path) in zip([first, second, first + second], paths) { try data.write(to: URL(filePath: path)) }
      let before = try hashes(paths[2])
      #expect(try Program.mediaprobe("remux", paths[2], paths[3]).status == 0)
      #expect(try hashes(paths[3]) == before)
      for index in 0..<2 { #expect(try Program.mediaprobe("remux", paths[index], paths[index + 4]).status == 0) }
      for command in [["remux", paths[3]], ["join", paths[4], paths[5]], ["join", paths[0], paths[1]]] {
        let result = try Program.run(Program.mediaprobe, command + [paths[6], "--verify"] + words)
        #expect(result.status == 0, "\(command): \(result.standardError)")
        #expect(try hashes(paths[6]) == before, "\(command) \(words)")
      }
    }
  }
}

/// The tables of compressed QuickTime sound count the samples of a packet one by one, which the tables of ISO files do not: it is not carried.
@Test(.enabled(if: Program.has("ffmpeg"))) func packetsOfCompressedSoundAreRefused() throws {
  try withEmptyFolder { folder in
    let (source, target) = (folder.appending(path: "a.mov").path, folder.appending(path: "b.mov").path)
    let made = try Program.run("ffmpeg", ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=duration=1", "-c:a", "adpcm_ms", source])
    #expect(made.status == 0)
    for words in [["remux", source, target], ["cut", "--from", "0.2", source, target], ["join", source, source, target]] {
      let result = try Program.run(Program.mediaprobe, words)
      #expect(result.status == 65 && result.standardError.contains("packets of"), "\(result.standardError)")
      #expect(!FileManager.default.fileExists(atPath: target))
    }
  }
}
