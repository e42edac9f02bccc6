import Foundation
import TestSupport
import Testing

/// Codecs by the tags of QuickTime, frame rates and key pictures, compared with ffprobe.
@Suite(.waiting, .enabled(if: Program.has("ffmpeg") && Program.has("ffprobe"))) struct FFProbeCodecsTests {
  private static let names = "stream=codec_name,codec_long_name,codec_type,codec_tag_string"

  /// - Parameter pictures: what the pictures are made of.
  private static func compare(
    _ shown: String, _ coding: String, _ name: String = "a.mov", pictures: String = "testsrc2=s=64x64:r=25:d=0.2", form: String = "json"
  ) throws {
    try withEmptyFolder { folder in
      let path = try FFProbePacketsTests.make("-f lavfi -i \(pictures) -strict -2 \(coding)", folder.appending(path: name))
      try FFProbePacketsTests.compare(["-show_entries", shown, "-of", form, path])
    }
  }

  @Test(arguments: ["hdv3", "hdva", "xdv7", "xdvc", "xd51", "xd5c", "xdhd", "AVmp", "m2v1"])
  func tagsOfMPEG2(tag: String) throws {
    // FFmpeg has the buffer sizes of these streams as side data, of which JSON shows an empty list.
    try Self.compare(Self.names, "-c:v mpeg2video -tag:v \(tag)", form: "flat")
  }

  @Test(arguments: [
    "mpeg1video -tag:v m1v1", "mpeg1video -tag:v mpeg", "cfhd", "hap", "v210", "r210", "r10k", "v308", "v408", "v410", "y41p", "yuv4",
    "avrp", "ffv1", "mpeg4 -tag:v XVID", "mpeg4 -tag:v DIVX", "mpeg4 -tag:v 3IV2", "mjpeg -tag:v AVRn", "dpx", "tiff", "targa", "rpza",
    "smc", "gif", "exr",
  ])
  func tagsOfPictures(coding: String) throws { try Self.compare(Self.names, "-c:v \(coding)") }

  @Test(arguments: ["AVdv", "AVd1", "dvhp", "dvh3", "dv5p", "dvc "]) func tagsOfDV(tag: String) throws {
    try Self.compare(Self.names, "-c:v dvvideo -pix_fmt yuv420p -tag:v '\(tag)'", pictures: "testsrc2=s=720x576:r=25:d=0.2")
  }

  @Test(arguments: [
    "mp2 -tag:a .mp2", "libmp3lame -tag:a 'mp3 '", "libmp3lame -tag:a .mp3", "ac3 -tag:a sac3", "adpcm_ms", "adpcm_ima_wav",
    "adpcm_ima_wav -ac 2", "gsm -ar 8000 -ac 1",
  ])
  func tagsOfSound(coding: String) throws {
    let shown = Self.names + ",sample_fmt,channels,channel_layout,bits_per_sample"
    try Self.compare(shown, "-c:a \(coding)", pictures: "sine=d=0.5:r=44100", form: "flat")
  }

  @Test(arguments: ["mono", "stereo", "3.0", "quad", "5.0(side)", "5.1(side)", "6.1", "7.1"], ["s16", "s32"])
  func layoutsOfFLAC(layout: String, format: String) throws {
    let sound = "'anoisesrc=d=0.3,aformat=channel_layouts=\(layout)'"
    let shown = "stream=codec_name,sample_fmt,channels,channel_layout,bits_per_raw_sample"
    try Self.compare(shown, "-c:a flac -sample_fmt \(format)", "a.mp4", pictures: sound)
  }

  /// The rate of pictures that vary is the lowest that has all their times.
  @Test(
    arguments: [
      ("25", "not(mod(n,2))+not(mod(n,7))"), ("30", "mod(n,10)"), ("60", "mod(n,7)"), ("30000/1001", "mod(n,10)"), ("24", "mod(n,5)"),
      ("25", "lt(n,10)+not(mod(n,2))"),
    ], ["a.mp4", "a.flv"])
  func ratesOfVaryingPictures(_ source: (rate: String, kept: String), name: String) throws {
    let pictures = "\"testsrc2=s=64x64:r=\(source.rate):d=4,select='\(source.kept)'\""
    let shown = "stream=r_frame_rate" + (name == "a.flv" ? ":packet=dts,duration" : "")
    try Self.compare(shown, "-fps_mode vfr -c:v libx264 -preset ultrafast", name, pictures: pictures)
  }

  /// Of times in milliseconds, a few do not tell usual rates apart.
  @Test(arguments: ["25", "30000/1001", "24", "60"], [3, 5, 12, 70])
  func ratesOfFLV(rate: String, count: Int) throws {
    try Self.compare(
      "stream=r_frame_rate", "-frames:v \(count) -c:v libx264 -preset ultrafast", "a.flv", pictures: "testsrc2=s=64x64:r=\(rate)")
  }

  /// Decoding can start at a gradual refresh, of which the first picture is no key picture.
  @Test(arguments: ["-intra-refresh 1 -g 20", "-intra-refresh 1 -g 20 -bf 0", "-x264-params open-gop=1:keyint=12", "-g 12"])
  func keysAreNoRefreshes(coding: String) throws {
    for words in ["", "-skip_frame nokey"] {
      try withEmptyFolder { folder in
        let path = try FFProbePacketsTests.make(
          "-f lavfi -i testsrc2=s=128x128:r=25:d=3 -c:v libx264 \(coding)", folder.appending(path: "a.mp4"))
        let options = words.split(separator: " ").map { String($0) }
        try FFProbePacketsTests.compare(options + ["-show_entries", "frame=key_frame,pict_type,pts", "-of", "csv", path])
      }
    }
  }
}
