import Foundation
import TestSupport
import Testing

/// FLV names the codec in every tag, and a live stream can go on with another. A track of MP4 has one: what has another codec is left out,
/// said, and changes nothing of the rest.
@Suite(.enabled(if: Program.has("ffmpeg"))) struct RemuxCodecChangeTests {
  /// An FLV file of the tags of both.
  private func joined(_ folder: URL, _ first: String, _ second: String) throws -> String {
    let path = folder.appending(path: "both.flv")
    // The header and the first PreviousTagSize have 13 bytes.
    try (Data(contentsOf: URL(filePath: first)) + Data(contentsOf: URL(filePath: second)).dropFirst(13)).write(to: path)
    return path.path
  }

  private func decoded(_ path: String, _ stream: String) throws -> [Substring] {
    let result = try Program.run("ffmpeg", ["-v", "error", "-i", path, "-map", "0:\(stream)", "-f", "framemd5", "-"])
    #expect(result.status == 0 && result.standardError.isEmpty, "\(path): \(result.standardError.prefix(500))")
    return result.text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { $0.split(separator: ",").last ?? "" }
  }

  /// The files, and the stream and words of what is left out.
  @Test(arguments: [
    ("aac", "mp3", "a", "audio frames of MP3 are skipped"), ("mp3", "aac", "a", "audio frames of AAC are skipped"),
    ("avc", "hevc", "v", "pictures of H.265 are skipped"), ("hevc", "avc", "v", "pictures of H.264 are skipped"),
    ("legacy", "avc", "v", "pictures of H.264 are skipped"),
  ])
  func framesOfAnotherCodecAreLeftOut(first: String, second: String, stream: String, words: String) throws {
    try withFolder("codecs") { folder in
      func make(_ name: String) throws -> String {
        let path = folder.appending(path: name + ".flv").path
        let (plain, hevc) = (fixturePath("avc_aac.flv"), fixturePath("hvc1.mp4"))
        let result =
          switch name {
          case "mp3":
            try Program.run("ffmpeg", ["-v", "error", "-i", plain, "-c:v", "copy", "-c:a", "libmp3lame", "-ar", "44100", path])
          case "hevc": try Program.mediaprobe("remux", hevc, path)
          case "legacy": try Program.mediaprobe("remux", "--legacy-hevc", hevc, path)
          default: try Program.run("cp", [plain, path])
          }
        #expect(result.status == 0, "\(result.standardError)")
        return path
      }
      let (one, other) = (try make(first), try make(second))
      let both = try joined(folder, one, other), movie = folder.appending(path: "both.mp4").path
      let result = try Program.mediaprobe("remux", "--verify", both, movie)
      #expect(result.status == 1 && result.standardError.contains(words), "\(result.standardError)")
      // FFmpeg 5.1 reads no H.265 in FLV.
      let alone = folder.appending(path: "alone.mp4").path
      #expect(try Program.mediaprobe("remux", one, alone).status == 0)
      let frames = try decoded(movie, stream)
      #expect(try !frames.isEmpty && frames == decoded(alone, stream))
    }
  }
}
