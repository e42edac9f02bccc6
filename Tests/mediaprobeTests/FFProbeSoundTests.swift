import Foundation
import TestSupport
import Testing

/// Sound in FLV, compared with ffprobe.
@Suite struct FFProbeSoundTests {
  private static func answer(_ arguments: [String], _ path: String) throws -> (ours: String, theirs: String) {
    let all = ["-v", "error", "-of", "compact"] + arguments + [path]
    return (try Program.run(Program.mediaprobe, ["ffprobe"] + all).text, try Program.run("ffprobe", all).text)
  }

  private static func sound(_ folder: URL, _ options: [String]) throws -> String {
    let path = folder.appending(path: "s.flv").path
    let made = try Program.run("ffmpeg", ["-v", "error", "-y", "-nostdin", "-f", "lavfi", "-i", "sine=d=1"] + options + [path])
    #expect(made.status == 0, "\(made.standardError)")
    return path
  }

  @Test(
    .enabled(if: Program.has("ffmpeg") && Program.has("ffprobe")),
    arguments: [["-c:a", "pcm_u8", "-ar", "22050"], ["-c:a", "pcm_s16le", "-ar", "44100", "-ac", "2"]])
  func linearSoundHasItsBits(_ options: [String]) throws {
    try withEmptyFolder { folder in
      let entries = "stream=codec_name,codec_long_name,sample_fmt,sample_rate,channels,bits_per_sample,bit_rate"
      let answer = try Self.answer(["-show_entries", entries], try Self.sound(folder, options))
      #expect(answer.ours == answer.theirs)
    }
  }
}
