import Foundation
import MP4Kit
import TestSupport
import Testing

/// Side data of frames, compared with ffprobe.
@Suite(.waiting, .enabled(if: Program.has("ffmpeg") && Program.has("ffprobe"))) struct FFProbeSideDataTests {
  private static let shown = ["-show_entries", "frame=color_transfer:frame_side_data_list:stream=color_transfer", "-of", "json"]

  private static func hevc(_ folder: URL, _ parameters: String, _ name: String = "a.hevc") throws -> String {
    try FFProbePacketsTests.make(
      "-f lavfi -i testsrc2=s=64x64:r=30:d=0.5 -pix_fmt yuv420p10le -c:v libx265 -preset ultrafast -x265-params "
        + "'log-level=none:\(parameters)'", folder.appending(path: name))
  }

  /// The colours of a master, at each key picture, and at the first alone.
  @Test(arguments: ["", "repeat-headers=1:keyint=5:", "keyint=5:"]) func masteringDisplay(headers: String) throws {
    try withEmptyFolder { folder in
      let colours = "master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1):max-cll=1000,400"
      try FFProbePacketsTests.compare(Self.shown + [try Self.hevc(folder, "\(headers)\(colours)")])
      let movie = try Self.hevc(folder, "\(headers)\(colours)", "a.mp4")
      try FFProbePacketsTests.compare(["-show_entries", "frame_side_data", "-of", "csv", movie])
    }
  }

  /// Boxes of a sample entry and the matrix of its track, in the order in which FFmpeg adds them.
  @Test func boxesOfASampleEntry() throws {
    let entry = "moov/trak/mdia/minf/stbl/stsd/avc1"
    let volume: [UInt16] = [13250, 34500, 7500, 3000, 34000, 16001, 15635, 16450]
    let luminances: [UInt8] = [0, 0x98, 0x96, 0x80, 0, 0, 0, 1]
    var edit = BoxEdit(try Places.fixture("plain.mp4"))
    edit.bytes = try edit.adding(makeBox("clli", [3, 0xE8, 1, 0x90]), to: entry)
    let places = volume.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    edit.bytes = try edit.adding(makeBox("mdcv", places, luminances), to: entry)
    edit.bytes = try edit.adding(makeBox("dvvC", [1, 0, 16, 37, 0x40] + [UInt8](repeating: 0, count: 19)), to: entry)
    edit.bytes = try edit.adding(makeBox("colr", Array("rICC".utf8), [1, 2, 3, 4]), to: entry)
    edit.bytes = try edit.changing(TrackHeaderBox.self, "moov/trak/tkhd") { $0.matrix.values = [0, 65536, 0, -65536, 0, 0, 0, 0, 1 << 30] }
    let file = Places.scratch("boxes.mp4")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(edit.bytes).write(to: file)
    try FFProbePacketsTests.compare(["-show_entries", "stream_side_data", "-of", "json", file.path])
    let described = try Program.mediaprobe("ffprobe", file.path).standardError
    let peer = try Program.run("ffprobe", ["-hide_banner", file.path]).standardError
    for line in peer.split(separator: "\n") where ["Mastering", "Content Light", "DOVI", "displaymatrix"].contains(where: line.contains) {
      #expect(described.contains(line), "\(line) in \(described)")
    }
  }

  /// Timecodes of pictures, in H.264 and H.265.
  @Test(.enabled(if: Places.corpus != nil), arguments: ["default", "csv", "compact", "flat", "ini", "json", "xml"])
  func timecodesOfPictures(_ format: String) throws {
    let folder = Places.corpus?.path ?? ""
    let shown = ["-v", "error", "-show_entries", "frame=pict_type:frame_tags:frame_side_data", "-of", format]
    for name in ["h264/4pics.264", "mp4/fate_mixed-nal-coding.mp4"] {
      try FFProbePacketsTests.compare(shown + ["\(folder)/\(name)"])
    }
    let json = try Program.mediaprobe("ffprobe", "-v", "error", "-show_frames", "-of", "json", folder + "/h264/4pics.264").text
    #expect(json.contains("\"timecode\": \"20:39:40:05\"") && json.contains("SMPTE 12-1 timecode"))
  }

  /// The service of Dolby sound, which QuickTime states in `wave`.
  @Test(arguments: ["ac3", "eac3"], ["mp4", "mov"]) func soundHasAService(_ coder: String, _ container: String) throws {
    try withEmptyFolder { folder in
      let path = try FFProbePacketsTests.make("-f lavfi -i sine=d=0.5:r=48000 -c:a \(coder)", folder.appending(path: "a.\(container)"))
      try FFProbePacketsTests.compare(["-show_entries", "stream_side_data", "-of", "json", path])
      #expect(try Program.mediaprobe("ffprobe", "-v", "error", "-show_streams", path).text.contains("Audio Service Type"))
    }
  }

  /// Transfer characteristics that a message prefers.
  @Test func alternativeTransfer() throws {
    try withEmptyFolder { folder in
      let path = try Self.hevc(folder, "atc-sei=18")
      try FFProbePacketsTests.compare(Self.shown + [path])
      #expect(try Program.mediaprobe("ffprobe", "-show_streams", path).text.contains("color_transfer=arib-std-b67"))
      try FFProbePacketsTests.compare(Self.shown + [try Self.hevc(folder, "atc-sei=18", "a.mp4")])
    }
  }

  /// Messages of H.264: a stereo arrangement, an orientation, captions, an active format, and transfer characteristics.
  @Test(arguments: ["rotate=90", "rotate=-30:flip=horizontal", "rotate=200:flip=vertical", "flip=horizontal+vertical"])
  func messagesOfPictures(orientation: String) throws {
    try withEmptyFolder { folder in
      let path = try FFProbePacketsTests.make(
        "-f lavfi -i testsrc2=s=64x64:r=25:d=0.4 -c:v libx264 -x264-params frame-packing=3 "
          + "-bsf:v h264_metadata=display_orientation=insert:\(orientation)", folder.appending(path: "a.h264"))
      try FFProbePacketsTests.compare(Self.shown + [path])
      let messages: [[UInt8]] = [
        [0, 0, 0, 1, 6, 0x93, 1, 18, 0x80],
        [0, 0, 0, 1, 6, 4, 14, 0xB5, 0, 0x31, 0x47, 0x41, 0x39, 0x34, 3, 0xC1, 0xFF, 0xFC, 0x94, 0x2C, 0xFF, 0x80],
        [0, 0, 0, 1, 6, 4, 9, 0xB5, 0, 0x31, 0x44, 0x54, 0x47, 0x31, 0x41, 0xF8, 0x80],
      ]
      let bytes = messages.flatMap { $0 } + [UInt8](try Data(contentsOf: URL(filePath: path)))
      try Data(bytes).write(to: URL(filePath: path))
      try FFProbePacketsTests.compare(Self.shown + [path])
    }
  }

  /// Lists that are empty have no section, and those of packets and frames have names.
  @Test(arguments: [
    "frame_side_data_list", "packet_side_data_list", "packet_tags", "frame_tags", "side_data_list", "tags", "streams", "disposition",
  ])
  func listsHaveNames(section: String) throws {
    let path = fixturePath("plain.mp4")
    let all = ["-v", "error", "-show_entries", section, "-of", "json", path]
    let (ours, theirs) = (try Program.run(Program.mediaprobe, ["ffprobe"] + all), try Program.run("ffprobe", all))
    #expect(ours.status == 0 && ours.text == theirs.text)
  }
}
