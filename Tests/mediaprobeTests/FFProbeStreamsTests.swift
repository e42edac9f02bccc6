import Foundation
import TestSupport
import Testing

/// Streams of less common kinds, compared with ffprobe.
@Suite(.waiting, .enabled(if: Program.has("ffmpeg") && Program.has("ffprobe"))) struct FFProbeStreamsTests {
  private static let shown = ["-show_streams", "-of", "default"]

  @Test func textHasItsName() throws {
    try withEmptyFolder { folder in
      let text = folder.appending(path: "s.srt")
      try Data("1\n00:00:00,000 --> 00:00:01,000\nhello\n".utf8).write(to: text)
      let path = try FFProbePacketsTests.make(
        "-i '\(fixturePath("plain.mp4"))' -i '\(text.path)' -map 0:v -map 1 -c copy -c:s mov_text", folder.appending(path: "a.mp4"))
      try FFProbePacketsTests.compare(["-select_streams", "s"] + Self.shown + [path])
    }
  }

  /// Pictures of H.264 that last three fields or several frames have the durations that ffprobe states, and the rate is that of the set.
  @Test(arguments: ["none", "22", "32", "64", "double", "euro"]) func picturesLastAsLongAsTheyAreShown(pulldown: String) throws {
    try withEmptyFolder { folder in
      let path = try FFProbePacketsTests.make(
        "-f lavfi -i testsrc2=s=64x64:r=24000/1001:d=2 -pix_fmt yuv420p", folder.appending(path: "a.y4m"))
      let stream = folder.appending(path: "a.h264").path
      let words = ["--quiet", "--no-progress", "--threads", "1", "--fps", "24000/1001", path, "-o", stream]
      #expect(try Program.run("x264", words + (pulldown == "none" ? [] : ["--pulldown", pulldown])).status == 0)
      for entries in ["packet=duration,size", "frame=pkt_duration,repeat_pict", "stream=r_frame_rate"] {
        try FFProbePacketsTests.compare(["-show_entries", entries, "-of", "csv", stream])
      }
    }
  }

  /// The leading pictures of a CRA picture that begins the stream are not output (ITU-T H.265 (08/2021) 8.1.3).
  @Test func skippedPicturesAreNoFrames() throws {
    try withEmptyFolder { folder in
      let whole = try FFProbePacketsTests.make(
        "-f lavfi -i testsrc2=s=64x64:r=25:d=2 -pix_fmt yuv420p -c:v libx265 "
          + "-x265-params open-gop=1:keyint=12:bframes=5:b-adapt=0:repeat-headers=1:pools=1:frame-threads=1:log-level=error",
        folder.appending(path: "a.hevc"))
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: whole)))
      let starts = bytes.indices.filter { bytes[$0...].starts(with: [0, 0, 0, 1, 0x40]) }
      try #require(starts.count > 1)
      let cut = folder.appending(path: "cra.hevc")
      try Data(bytes[starts[1]...]).write(to: cut)
      #expect(try Program.mediaprobe("frames", cut.path).text.contains("skipped"))
      try FFProbePacketsTests.compare(["-count_frames", "-show_entries", "stream=nb_read_frames", "-of", "csv", cut.path])
      try FFProbePacketsTests.compare(["-show_entries", "frame=pict_type,pkt_size", "-of", "csv", cut.path])
    }
  }

  /// Text is shown among the frames, but for the empty samples that end it.
  @Test(arguments: ["default", "json", "compact", "csv", "flat", "ini", "xml"]) func textIsShownWithFrames(form: String) throws {
    try withEmptyFolder { folder in
      let text = folder.appending(path: "s.srt")
      try Data("1\n00:00:00,200 --> 00:00:00,413\nhello\n\n2\n00:00:00,700 --> 00:00:01,000\nworld\n".utf8).write(to: text)
      let path = try FFProbePacketsTests.make(
        "-i '\(fixturePath("plain.mp4"))' -i '\(text.path)' -map 0:v -map 1 -c copy -c:s mov_text", folder.appending(path: "a.mp4"))
      for words in [["-show_frames"], ["-show_frames", "-show_packets"], ["-show_entries", "subtitle=pts,num_rects"]] {
        try FFProbePacketsTests.compare(["-select_streams", "s", "-of", form] + words + [path])
      }
      let counts = "stream=nb_read_frames:frame=pkt_pos:subtitle=end_display_time"
      try FFProbePacketsTests.compare(["-show_entries", counts, "-of", form, path])
    }
  }

  /// FFmpeg knows some of the roles in `kind`.
  @Test(arguments: [
    "default", "dub", "comment", "forced", "hearing_impaired", "visual_impaired", "captions", "descriptions", "dub+comment", "original",
  ])
  func rolesAreDispositions(role: String) throws {
    try withEmptyFolder { folder in
      let source = fixturePath("plain.mp4")
      let path = try FFProbePacketsTests.make(
        "-i '\(source)' -i '\(source)' -map 0:v -map 0:a -map 1:a -c copy -disposition:a:1 \(role)", folder.appending(path: "a.mp4"))
      try FFProbePacketsTests.compare(["-show_entries", "stream_disposition", "-of", "default", path])
    }
  }

  /// It compares the beginnings of the scheme and of the value.
  @Test(arguments: [
    "urn:mpeg:dash:role:2011x\0dubmmenta", "urn:mpeg:dash:role:2012\0commentary", "urn:mpeg:dash:role:2011\0Commentary",
    "urn:mpeg:dash:role:2011\0captions12", "urn:mpeg:dash:role:2011\0main\0sssss", "urn:mpeg:dash:role:2011\0dub\0forced",
  ])
  func rolesAreComparedByTheirBeginnings(text: String) throws {
    try withEmptyFolder { folder in
      let path = try FFProbePacketsTests.make(
        "-i '\(fixturePath("plain.mp4"))' -map 0:a -c copy -disposition:a:0 comment", folder.appending(path: "a.mp4"))
      var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
      let place = try #require((0..<bytes.count - 40).first { bytes[$0...].starts(with: Array("urn:mpeg:dash:role:2011".utf8)) })
      bytes.replaceSubrange(place..<place + text.utf8.count, with: Array(text.utf8))
      try Data(bytes).write(to: URL(filePath: path))
      try FFProbePacketsTests.compare(["-show_entries", "stream_disposition", "-of", "default", path])
    }
  }

  @Test(arguments: ["25", "30000/1001"]) func timecodesHaveTheirRate(rate: String) throws {
    try withEmptyFolder { folder in
      let path = try FFProbePacketsTests.make(
        "-f lavfi -i testsrc2=s=64x64:r=\(rate):d=1 -c:v libx264 -timecode 01:00:00:00", folder.appending(path: "a.mov"))
      try FFProbePacketsTests.compare(["-select_streams", "d"] + Self.shown + [path])
    }
  }

  /// What a decoder knows that reads frames: references, the coded size, and captions.
  @Test(arguments: ["-refs 1 -bf 0", "", "-refs 6", "-profile:v baseline", "-g 1"]) func decodedStreams(coding: String) throws {
    try withEmptyFolder { folder in
      let path = try FFProbePacketsTests.make(
        "-f lavfi -i testsrc2=s=70x50:r=25:d=1 -c:v libx264 \(coding)", folder.appending(path: "a.h264"))
      let captions = hex("00000001 06 04 0E B5003147413934 03 C1 FF FC942C FF 80")
      try Data(captions + [UInt8](try Data(contentsOf: URL(filePath: path)))).write(to: URL(filePath: path))
      let movie = try FFProbePacketsTests.make("-r 25 -i '\(path)' -c copy", folder.appending(path: "a.mp4"))
      let tags = try FFProbePacketsTests.make("-i '\(movie)' -c copy", folder.appending(path: "a.flv"))
      let shown = "stream=coded_width,coded_height,closed_captions,refs"
      for copy in [path, movie, tags] {
        for words in [[], ["-count_packets"], ["-count_frames"], ["-count_frames", "-read_intervals", "%+#1"]] {
          try FFProbePacketsTests.compare(words + ["-show_entries", shown, "-of", "csv", copy])
        }
        try FFProbePacketsTests.compare(["-show_entries", shown + ":frame=media_type", "-of", "csv", copy])
      }
    }
  }

  /// The rate of MP3 is in the headers of its frames.
  @Test(arguments: ["128k", "64k"]) func layer3OfFLVHasItsRate(rate: String) throws {
    try withEmptyFolder { folder in
      let path = try FFProbePacketsTests.make(
        "-f lavfi -i sine=d=1:r=44100 -c:a libmp3lame -ac 2 -b:a \(rate)", folder.appending(path: "a.flv"))
      try FFProbePacketsTests.compare(["-show_entries", "stream=codec_name,bit_rate", "-of", "csv", path])
    }
  }

  @Test(arguments: ["yuv420p", "yuv422p", "yuv444p", "yuv420p10le", "yuv444p12le"]) func configurationOfVP9(format: String) throws {
    try withEmptyFolder { folder in
      for colours in ["", "-colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range pc"] {
        let path = try FFProbePacketsTests.make(
          "-y -f lavfi -i testsrc2=s=64x64:r=25:d=0.4 -c:v libvpx-vp9 -deadline realtime -cpu-used 8 -pix_fmt \(format) \(colours)",
          folder.appending(path: "a.mp4"))
        try FFProbePacketsTests.compare(Self.shown + [path])
      }
    }
  }

  /// Types of pictures of other codecs, and their order.
  @Test(arguments: [
    ("mpeg4 -bf 2", "a.mp4"), ("mpeg4", "a.mp4"), ("mjpeg", "a.mov"), ("png", "a.mov"), ("prores_ks", "a.mov"), ("flv", "a.flv"),
    ("rawvideo -pix_fmt uyvy422", "a.mov"), ("rawvideo -pix_fmt rgb24", "a.mov"), ("libvpx-vp9 -deadline realtime -cpu-used 8", "a.mp4"),
  ])
  func typesOfPictures(coding: String, name: String) throws {
    try withEmptyFolder { folder in
      let path = try FFProbePacketsTests.make("-f lavfi -i testsrc2=s=64x64:r=25:d=1 -c:v \(coding)", folder.appending(path: name))
      let shown = "frame=key_frame,pts,pkt_dts,pict_type,coded_picture_number:stream=codec_name,codec_long_name,has_b_frames"
      try FFProbePacketsTests.compare(["-show_entries", shown, "-of", "default", path])
    }
  }

  /// Pixels that the first picture states.
  @Test(arguments: [
    "prores_ks", "prores_ks -profile:v 4444 -pix_fmt yuv444p10le", "prores_ks -profile:v 4444 -pix_fmt yuva444p10le",
    "prores_ks -profile:v proxy", "png -pix_fmt rgb24", "png -pix_fmt rgba", "png -pix_fmt pal8", "png -pix_fmt gray16be",
    "png -pix_fmt ya8", "png -pix_fmt monob",
  ])
  func pixelsOfPictures(coding: String) throws {
    try withEmptyFolder { folder in
      let path = try FFProbePacketsTests.make(
        "-f lavfi -i testsrc2=s=64x64:r=25:d=0.2 -c:v \(coding)", folder.appending(path: "a.mov"))
      let shown = "stream=codec_name,profile,pix_fmt,color_range,bits_per_raw_sample:frame=pix_fmt,pict_type"
      try FFProbePacketsTests.compare(["-show_entries", shown, "-of", "default", path])
    }
  }

  /// Pictures that are not compressed.
  @Test(arguments: ["uyvy422", "yuyv422", "rgb24", "argb", "rgba", "bgra", "abgr", "gray16be", "rgb48be", "monow", "rgb555be"])
  func pixelsOfRawPictures(format: String) throws {
    try withEmptyFolder { folder in
      let path = try FFProbePacketsTests.make(
        "-f lavfi -i testsrc2=s=64x64:r=25:d=0.2 -c:v rawvideo -pix_fmt \(format)", folder.appending(path: "a.mov"))
      try FFProbePacketsTests.compare(["-show_entries", "stream=codec_name,codec_long_name,pix_fmt,refs", "-of", "default", path])
    }
  }

  /// The last packet lasts until the end of the stream.
  @Test func lastPackets() throws {
    try withEmptyFolder { folder in
      let whole = try FFProbePacketsTests.make(
        "-f lavfi -i testsrc2=s=64x64:r=25:d=3 -f lavfi -i sine=d=3:r=48000 -c:v libx264 -bf 0 -g 25", folder.appending(path: "a.mp4"))
      for time in ["0", "1.3", "0.77"] {
        let path = try FFProbePacketsTests.make("-y -ss \(time) -i '\(whole)' -t 1 -c copy", folder.appending(path: "b.mp4"))
        try FFProbePacketsTests.compare(["-show_packets", "-of", "csv", path])
      }
    }
  }
}
