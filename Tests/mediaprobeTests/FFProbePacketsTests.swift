import Foundation
import TestSupport
import Testing

/// Packets, counts and texts as scripts ask for them, compared with ffprobe.
@Suite(.waiting, .enabled(if: Program.has("ffmpeg") && Program.has("ffprobe"))) struct FFProbePacketsTests {
  /// Runs both programs with the same words.
  static func compare(_ words: [String], input: Data? = nil) throws {
    let theirs = try Program.run("ffprobe", ["-v", "error"] + words, input: input)
    let ours = try Program.run(Program.mediaprobe, ["ffprobe", "-v", "error"] + words, input: input)
    #expect(theirs.status == 0 && !theirs.text.isEmpty, "\(words) \(theirs.standardError)")
    #expect(ours.text == theirs.text, "\(words)")
    #expect(ours.status == theirs.status && ours.standardError == theirs.standardError, "\(words)")
  }

  static func make(_ words: String, _ file: URL) throws -> String {
    let made = try Program.shell("ffmpeg -nostdin -v error \(words) '\(file.path)'")
    try #require(made.status == 0, "\(made.standardError)")
    return file.path
  }

  /// Each value of PCM is a sample of QuickTime: a long track is measured by its tables.
  @Test(arguments: [
    "", "-f lavfi -i testsrc=s=64x64:r=25:d=3 -c:v libx264 -bf 2", "-itsoffset 0.5 -f lavfi -i testsrc=s=64x64:r=25:d=3 -c:v libx264",
  ])
  func longTracksOfPCM(pictures: String) throws {
    try withEmptyFolder { folder in
      let words = "-f lavfi -i sine=d=3:r=48000 \(pictures) -ac 2 -c:a pcm_s16le"
      let path = try Self.make(words, folder.appending(path: "a.mov"))
      try Self.compare(["-show_streams", "-show_format", "-of", "json", path])
      // An edit that begins behind the first samples.
      let cut = folder.appending(path: "b.mov").path
      #expect(try Program.run(Program.mediaprobe, ["cut", "--from", "1.25s", path, cut]).status == 0)
      let keys = "stream=start_pts,duration_ts,nb_frames,bit_rate:format=start_time,duration,bit_rate"
      try Self.compare(["-show_entries", keys, "-of", "json", cut])
    }
  }

  /// Of PCM, 1024 values are a packet; alone, and between pictures.
  @Test(arguments: ["", "-f lavfi -i testsrc=s=64x64:r=25:d=2 -c:v libx264 -bf 0"]) func packetsOfPCM(pictures: String) throws {
    try withEmptyFolder { folder in
      let words = "-f lavfi -i sine=d=2:r=48000 \(pictures) -c:a pcm_s16le -shortest"
      let path = try Self.make(words, folder.appending(path: "a.mov"))
      try Self.compare(["-select_streams", "a", "-show_packets", "-show_streams", "-count_packets", "-of", "csv", path])
    }
  }

  /// No track gets more than a second ahead, also where fragments hold their tracks one after the other. From a pipe, place is the order.
  @Test(arguments: ["", "+global_sidx", "+dash"]) func packetsOfLongFragments(flags: String) throws {
    try withEmptyFolder { folder in
      let path = try Self.make(
        "-f lavfi -i testsrc2=s=64x64:r=25:d=9 -f lavfi -i sine=d=9 -c:v libx264 -g 100 -c:a aac "
          + "-movflags +frag_keyframe+empty_moov+default_base_moof\(flags)",
        folder.appending(path: "a.mp4"))
      let shown = ["-show_entries", "packet=stream_index,pts,dts,duration,pos,flags", "-of", "csv"]
      try Self.compare(shown + [path])
      for interval in ["%+2", "%+#60"] { try Self.compare(shown + ["-read_intervals", interval, path]) }
      try Self.compare(shown + ["-"], input: try Data(contentsOf: URL(filePath: path)))
    }
  }

  /// FFmpeg reads chapters from their track, of which it has no packets and no frames.
  @Test(arguments: [
    ["-count_packets", "-show_entries", "stream=index,nb_read_packets"],
    ["-show_packets", "-select_streams", "v", "-show_entries", "stream=nb_read_packets,nb_read_frames:packet=pos"],
    ["-show_frames", "-show_entries", "stream=nb_read_packets,nb_read_frames:frame=stream_index,pkt_pos", "-select_streams", "a"],
  ])
  func chaptersAreNoPackets(words: [String]) throws {
    try withEmptyFolder { folder in
      let list = folder.appending(path: "list.txt")
      try Data(";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=500\ntitle=a\n".utf8).write(to: list)
      let path = try Self.make(
        "-i '\(fixturePath("plain.mp4"))' -i '\(list.path)' -map 0 -map_metadata 1 -c copy", folder.appending(path: "a.mp4"))
      try Self.compare(words + ["-of", "csv", path])
    }
  }

  /// Descriptions of several lines.
  @Test(arguments: ["default=nk=1:nw=1", "csv", "csv=e=none", "compact", "flat", "ini", "json"]) func textOfSeveralLines(form: String)
    throws
  {
    try withEmptyFolder { folder in
      let path = try Self.make(
        "-i '\(fixturePath("plain.mp4"))' -c copy -metadata \"comment=$(printf 'a\\nb\\tc')\"", folder.appending(path: "a.mp4"))
      try Self.compare(["-show_entries", "format_tags=comment", "-of", form, path])
    }
  }

  /// What FFmpeg's parsers take for the start of a packet: of H.265 not the zero byte of a start code.
  @Test func placesInStreams() throws {
    try Self.compare(["-show_entries", "packet=size,pos", "-of", "csv", fixturePath("opengop.hevc")])
    try Self.compare(["-show_entries", "packet=size,pos", "-of", "csv", fixturePath("bframes.h264")])
    // Frames of ADTS with a CRC, which two more bytes of header hold.
    let tone = [UInt8](try Data(contentsOf: URL(filePath: fixturePath("tone.aac"))))
    var (bytes, place): ([UInt8], Int) = ([], 0)
    while place + 7 < tone.count {
      let size = Int(tone[place + 3] & 3) << 11 | Int(tone[place + 4]) << 3 | Int(tone[place + 5] >> 5)
      var header = Array(tone[place..<place + 7])
      header[1] &= 0xFE
      header[3] = header[3] & 0xFC | UInt8((size + 2) >> 11)
      header[4] = UInt8((size + 2) >> 3 & 0xFF)
      header[5] = header[5] & 0x1F | UInt8((size + 2) << 5 & 0xFF)
      bytes += header + [0, 0] + tone[place + 7..<place + size]
      place += size
    }
    try withEmptyFolder { folder in
      let file = folder.appending(path: "crc.aac")
      try Data(bytes).write(to: file)
      try Self.compare(["-show_entries", "packet=size,pos", "-of", "csv", file.path])
    }
  }

  /// Packets and frames of a mixed list, which have numbers of their own.
  @Test(arguments: ["flat", "flat=h=0", "ini", "json", "xml", "default", "compact"]) func packetsWithFrames(form: String) throws {
    try Self.compare([
      "-show_entries", "packet=pts,size:frame=pts,pkt_size", "-select_streams", "v", "-of", form, fixturePath("plain.mp4"),
    ])
  }

  /// A frame has the decoding time of the packet after which it is given out.
  @Test(arguments: ["libx264 -bf 2", "libx264 -g 12", "libx265 -x265-params log-level=none:keyint=12", "libx264 -bf 0"])
  func framesHaveTheTimesOfPackets(coding: String) throws {
    try withEmptyFolder { folder in
      let film = try Self.make("-f lavfi -i testsrc2=s=64x64:r=25:d=2 -c:v \(coding)", folder.appending(path: "a.mp4"))
      for (start, flags) in [("0", ""), ("0", "-movflags +dash+cmaf"), ("0", "-movflags +frag_keyframe+delay_moov"), ("0.6", "-t 0.9")] {
        let path = try Self.make("-y -ss \(start) -i '\(film)' -c copy \(flags)", folder.appending(path: "b.mp4"))
        try Self.compare(["-show_entries", "frame=pts,pkt_dts,pict_type", "-of", "default", path])
      }
    }
  }

  /// Words that programs always pass.
  @Test func wordsOfScripts() throws {
    let path = fixturePath("plain.mp4")
    let shown = ["-show_entries", "format=filename,nb_streams"]
    try Self.compare(["-threads", "1"] + shown + [path])
    try Self.compare(["-nofind_stream_info", "-noprivate"] + shown + ["file:" + path])
    try Self.compare(["-of", "csv=p=0:sv=replace"] + shown + [path])
    try Self.compare(shown + ["pipe:0"], input: try Data(contentsOf: URL(filePath: path)))
  }

  /// MP3 of a rate that FLV has no code for.
  @Test func soundOfFLV() throws {
    try withEmptyFolder { folder in
      let path = try Self.make("-f lavfi -i sine=d=1:r=48000 -c:a libmp3lame -ac 2", folder.appending(path: "a.flv"))
      try Self.compare(["-show_entries", "stream=sample_rate,channels", "-of", "csv", path])
    }
  }

  /// Covers are packets before all others, and pictures.
  @Test(arguments: [
    ["-count_packets", "-show_entries", "stream=index,nb_read_packets"], ["-show_packets", "-select_streams", "v"],
    ["-show_frames", "-select_streams", "v:1"], ["-show_streams", "-show_packets", "-select_streams", "v:2"],
    ["-show_packets", "-select_streams", "a"],
  ])
  func coversArePackets(words: [String]) throws {
    try withEmptyFolder { folder in
      let covers = ["png", "jpg"].map { folder.appending(path: "c.\($0)") }
      for cover in covers { _ = try Self.make("-f lavfi -i testsrc2=s=64x48:r=1:d=1 -frames:v 1", cover) }
      let path = try Self.make(
        "-i '\(fixturePath("plain.mp4"))' -i '\(covers[0].path)' -i '\(covers[1].path)' -map 0 -map 1 -map 2 -c copy "
          + "-disposition:v:1 attached_pic -disposition:v:2 attached_pic", folder.appending(path: "a.mp4"))
      try Self.compare(words + ["-of", "default", path])
    }
  }
}
