import Foundation
import TestSupport
import Testing

/// Sound in FLV, compared with ffprobe.
@Suite struct FFProbeSoundTests {
  private static func answer(_ arguments: [String], _ path: String) throws -> (ours: String, theirs: String) {
    let all = ["-v", "error", "-of", "compact"] + arguments + [path]
    return (try Program.run(Program.mediaprobe, ["ffprobe"] + all).text, try Program.run("ffprobe", all).text)
  }

  private static func sound(_ folder: URL, _ options: [String], _ name: String = "s.flv") throws -> String {
    let path = folder.appending(path: name).path
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

  @Test(
    .enabled(if: Program.has("ffmpeg") && Program.has("ffprobe")),
    arguments: [
      ["-c:a", "pcm_u8", "-ar", "22050"], ["-c:a", "pcm_s16le", "-ar", "44100", "-ac", "2"], ["-c:a", "aac"],
      ["-c:a", "libmp3lame", "-ar", "44100"], ["-c:a", "libmp3lame", "-ar", "22050"],
    ])
  func framesHaveTheirSamples(_ options: [String]) throws {
    try withEmptyFolder { folder in
      let answer = try Self.answer(["-show_entries", "frame=nb_samples"], try Self.sound(folder, options))
      // ffprobe does not show a last frame that the decoder keeps, and trims the priming of MP3.
      let (ours, theirs) = (answer.ours.split(separator: "\n"), answer.theirs.split(separator: "\n"))
      #expect(ours.count > 5 && theirs.count > 5)
      #expect(ours.dropFirst(2).prefix(theirs.count - 4) == theirs.dropFirst(2).prefix(theirs.count - 4))
    }
  }

  /// Packets have a duration by their size, and frames the samples of their blocks.
  @Test(
    .enabled(if: Program.has("ffmpeg") && Program.has("ffprobe")),
    arguments: [
      ["-c:a", "pcm_u8", "-ar", "22050"], ["-c:a", "pcm_s16le", "-ar", "44100", "-ac", "2"], ["-c:a", "pcm_mulaw", "-ar", "8000"],
      ["-c:a", "pcm_alaw", "-ar", "8000"], ["-c:a", "nellymoser", "-ar", "22050"], ["-c:a", "nellymoser", "-ar", "8000"],
      ["-c:a", "adpcm_swf", "-ar", "44100"], ["-c:a", "adpcm_swf", "-ar", "22050", "-ac", "2"],
      ["-c:a", "adpcm_swf", "-ar", "44100", "-flvflags", "no_metadata"],
    ])
  func packetsHaveDurations(_ options: [String]) throws {
    try withEmptyFolder { folder in
      let entries = "packet=size,duration:stream=codec_name,bit_rate"
      let path = try Self.sound(folder, options)
      let packets = try Self.answer(["-show_entries", entries], path)
      #expect(packets.ours == packets.theirs && packets.ours.contains("duration="))
      let frames = try Self.answer(["-show_entries", "frame=nb_samples,pkt_duration"], path)
      #expect(frames.ours == frames.theirs && frames.ours.contains("nb_samples="))
    }
  }

  /// Pictures of Sorenson have a duration when FFmpeg has measured their rate, for which it reads on.
  @Test(.enabled(if: Program.has("ffmpeg") && Program.has("ffprobe")), arguments: ["25", "10"], [["-an"], ["-c:a", "aac"]])
  func picturesOfSorensonHaveDurations(_ rate: String, _ sound: [String]) throws {
    try withEmptyFolder { folder in
      let options = ["-f", "lavfi", "-i", "testsrc2=s=64x64:r=\(rate):d=8", "-map", "0", "-map", "1", "-c:v", "flv"]
      let path = try Self.sound(folder, options + sound, "p.flv")
      let answer = try Self.answer(["-show_entries", "packet=dts,duration", "-select_streams", "v"], path)
      #expect(answer.ours == answer.theirs && answer.ours.contains("duration=N/A"))
    }
  }

  /// The bit depth of ALAC is in its configuration.
  @Test(.enabled(if: Program.has("ffmpeg") && Program.has("ffprobe")), arguments: ["s16p", "s32p"]) func losslessSoundHasItsDepth(
    _ format: String
  ) throws {
    try withEmptyFolder { folder in
      let entries = "stream=codec_name,sample_fmt,bits_per_sample,bits_per_raw_sample"
      let path = try Self.sound(folder, ["-c:a", "alac", "-sample_fmt", format], "s.m4a")
      let answer = try Self.answer(["-show_entries", entries], path)
      #expect(answer.ours == answer.theirs && answer.ours.contains(format))
    }
  }

  /// Frames with SBR that the configuration does not name, in all containers.
  @Test(
    .enabled(if: Program.has("ffmpeg") && Program.has("ffprobe") && Places.corpus != nil),
    arguments: ["s.aac", "s.mp4", "s.flv"])
  func implicitReplicationIsHeard(_ name: String) throws {
    try withEmptyFolder { folder in
      let source = try #require(ProcessInfo.processInfo.environment["MEDIAPROBE_CORPUS"]) + "/flv/h265_aac_44100.flv"
      // ADTS has implicit signalling only.
      let (stream, path) = (folder.appending(path: "t.aac").path, folder.appending(path: name).path)
      #expect(try Program.run("ffmpeg", ["-v", "error", "-i", source, "-vn", "-c", "copy", stream]).status == 0)
      #expect(try Program.mediaprobe("remux", stream, path).status == 0)
      let answer = try Self.answer(["-show_entries", "stream=profile,sample_rate,channels,time_base", "-select_streams", "a"], path)
      #expect(answer.ours == answer.theirs && answer.ours.contains("sample_rate=44100"))
      let info = try Program.mediaprobe("info", "--json", path)
      #expect(info.text.contains("\"implicit_sbr_sample_rate\":44100"), "\(info.text)")
    }
  }

  /// Layouts that the file states, of which several have the same number of channels.
  @Test(
    .enabled(if: Program.has("ffmpeg") && Program.has("ffprobe")),
    arguments: ["2.1", "3.0", "3.1", "4.0", "quad", "quad(side)", "5.0(side)", "5.1(side)", "6.1", "7.0", "7.1", "7.1(wide)", "octagonal"])
  func layoutsAreThoseOfTheFile(_ layout: String) throws {
    try withEmptyFolder { folder in
      var coders = [(["-c:a", "pcm_s16le"], "s.mov")]
      if ["2.1", "quad"].contains(layout) { coders.append((["-c:a", "aac"], "s.mp4")) }
      if ["3.0", "quad", "6.1", "7.1"].contains(layout) { coders.append((["-c:a", "libopus"], "o.mp4")) }
      for (coder, name) in coders {
        let path = try Self.sound(folder, ["-ar", "48000", "-af", "aformat=channel_layouts=\(layout)"] + coder, name)
        let answer = try Self.answer(["-show_entries", "stream=channels,channel_layout"], path)
        #expect(answer.ours == answer.theirs && answer.ours.contains(layout))
      }
    }
  }
}
