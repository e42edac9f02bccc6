import Foundation
import TestSupport
import Testing

/// Files with an edit list, compared with ffprobe.
@Suite(.waiting, .enabled(if: Program.has("ffmpeg") && Program.has("ffprobe"))) struct FFProbeEditTests {
  private static let film = "-f lavfi -i testsrc2=s=64x64:r=25:d=3 -f lavfi -i sine=d=3:r=48000 -c:v libx264 -g 25 -threads 1"

  /// Packets of several edits are not those of ffprobe, and a message says so.
  @Test func severalEditsAreSaid() throws {
    try withEmptyFolder { folder in
      let (part, whole) = (folder.appending(path: "part.mp4").path, Places.fixtures.appending(path: "plain.mp4").path)
      let joined = folder.appending(path: "joined.mp4").path
      #expect(try Program.mediaprobe("cut", "--from", "0.3", "--to", "0.8", whole, part).status == 0)
      #expect(try Program.mediaprobe("join", part, whole, "-o", joined).status == 0)
      for (file, count) in [(whole, 0), (joined, 2)] {
        let result = try Program.mediaprobe("ffprobe", "-v", "warning", "-show_packets", file)
        #expect(result.standardError.components(separatedBy: "has several edits").count - 1 == count)
        #expect(try Program.mediaprobe("ffprobe", "-v", "error", "-show_packets", file).standardError.isEmpty)
      }
    }
  }

  /// The first picture of an edit that starts between two pictures is shown at its start.
  @Test(arguments: ["1.3", "1.31", "0.5"], ["-c:a aac", "-c:a ac3 -bf 0"]) func cutBetweenPictures(time: String, coding: String) throws {
    try withEmptyFolder { folder in
      let whole = try FFProbePacketsTests.make("\(Self.film) \(coding)", folder.appending(path: "a.mp4"))
      let cut = try FFProbePacketsTests.make("-ss \(time) -i '\(whole)' -c copy", folder.appending(path: "b.mp4"))
      let shown = "packet=pts,dts,flags,size:stream=start_pts,duration_ts"
      for stream in ["v", "a"] {
        try FFProbePacketsTests.compare(["-select_streams", stream, "-show_entries", shown, "-of", "default", cut])
      }
      try FFProbePacketsTests.compare(["-select_streams", "v", "-show_entries", "frame=pts,pkt_dts", "-of", "csv", cut])
    }
  }

  /// Reading starts at the last key picture before the edit, and a second before it in audio.
  @Test(arguments: [0.5, 1, 1.5, 2.01, 2.7]) func samplesBeforeTheEditAreNotRead(start: Double) throws {
    try withEmptyFolder { folder in
      let path = try FFProbePacketsTests.make("\(Self.film) -c:a aac", folder.appending(path: "a.mp4"))
      var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
      // The time scales of the tracks, in order.
      for scale in [12800.0, 48000.0] {
        let list = try #require((0..<bytes.count - 20).first { bytes[$0...].starts(with: Array("elst".utf8)) })
        bytes[list] = UInt8(ascii: "x")
        let time = UInt32(start * scale)
        for place in 0..<4 { bytes[list + 16 + place] = UInt8(truncatingIfNeeded: time >> (24 - 8 * UInt32(place))) }
      }
      for place in 0..<bytes.count - 4 where bytes[place...].starts(with: Array("xlst".utf8)) { bytes[place] = UInt8(ascii: "e") }
      try Data(bytes).write(to: URL(filePath: path))
      for stream in ["v", "a"] {
        try FFProbePacketsTests.compare([
          "-select_streams", stream, "-show_entries", "packet=pts,dts,flags,size:stream=start_pts", "-of", "default", path,
        ])
      }
    }
  }

  /// The first packet of a track names the samples that are decoded before the edit.
  @Test(arguments: ["aac", "libopus", "libmp3lame"]) func packetsNameSkippedSamples(codec: String) throws {
    try withEmptyFolder { folder in
      let path = try FFProbePacketsTests.make("-f lavfi -i sine=d=1:r=48000 -c:a \(codec)", folder.appending(path: "a.mp4"))
      for form in ["json", "csv", "flat", "xml", "default"] { try FFProbePacketsTests.compare(["-show_packets", "-of", form, path]) }
      try FFProbePacketsTests.compare(["-show_entries", "packet=pts:packet_side_data=skip_samples", "-of", "compact", path])
    }
  }

  /// The decoder drops what it decodes before the edit: whole frames, and the start of the first that is shown.
  @Test(arguments: ["aac", "ac3", "eac3", "libopus", "libmp3lame"], ["", "-use_editlist 0", "-movflags frag_keyframe+delay_moov"])
  func soundBeforeTheEditIsSkipped(codec: String, layout: String) throws {
    try withEmptyFolder { folder in
      let path = try FFProbePacketsTests.make("-f lavfi -i sine=d=1:r=48000 -ac 2 -c:a \(codec) \(layout)", folder.appending(path: "a.mp4"))
      try FFProbePacketsTests.compare(["-show_entries", "frame=pts,pkt_pos,nb_samples,pkt_duration", "-of", "default=nw=1", path])
      try FFProbePacketsTests.compare(["-show_packets", "-of", "csv", path])
      if layout.isEmpty {
        try FFProbePacketsTests.compare(["-show_entries", "packet_side_data_list", "-of", "json", path])
        try FFProbePacketsTests.compare(["-show_entries", "packet_side_data=skip_samples", "-of", "csv", path])
        try FFProbePacketsTests.compare(["-show_entries", "packet=pts:packet_side_data", "-of", "flat", path])
        try FFProbePacketsTests.compare(["-show_entries", "frame=pts,pkt_duration", "-of", "xml", path])
      }
    }
  }

  /// A parser reads AC-3, which finds the end of a frame at the start of the next: packets come later.
  @Test(arguments: ["ac3", "eac3", "aac"]) func packetsHaveTheOrderOfFFmpeg(codec: String) throws {
    try withEmptyFolder { folder in
      let path = try FFProbePacketsTests.make("\(Self.film) -c:a \(codec)", folder.appending(path: "a.mp4"))
      try FFProbePacketsTests.compare(["-show_packets", "-of", "csv", path])
    }
  }

  /// Fragments of one audio sample, whose duration is not that of the frame.
  @Test(arguments: ["frag_keyframe+empty_moov+default_base_moof", "frag_keyframe+delay_moov -frag_duration 300000"])
  func framesOfFragments(layout: String) throws {
    try withEmptyFolder { folder in
      let path = try FFProbePacketsTests.make("\(Self.film) -c:a aac -movflags \(layout)", folder.appending(path: "a.mp4"))
      try FFProbePacketsTests.compare(["-show_packets", "-select_streams", "a", "-of", "csv", path])
      try FFProbePacketsTests.compare(["-show_entries", "frame=pts,nb_samples,pkt_duration", "-select_streams", "a", "-of", "csv", path])
    }
  }

  /// The last pictures of H.264 come after the last packet, whose time they would have.
  @Test(arguments: ["plain.mp4", "fragmented.mp4", "avc_aac.flv", "bframes.h264", "opengop.hevc"])
  func framesAreThoseOfFFProbe(fixture: String) throws {
    try FFProbePacketsTests.compare(["-show_frames", "-of", "compact", fixturePath(fixture)])
  }
}
