import BitstreamKit
import Foundation
import TestSupport
import Testing
import NALKit

/// An edited stream, with the values that ffmpeg reads.
private struct Edited {
  let result: Program.Result
  let bytes: [UInt8]

  /// Edits a file to a temporary file.
  init(_ file: URL, _ sets: [String], _ more: [String] = []) throws {
    let output = Places.scratch("edited." + file.pathExtension)
    defer { try? FileManager.default.removeItem(at: output) }
    result = try Program.run(Program.mediaprobe, ["edit", file.path, "-o", output.path] + sets.flatMap { ["--set", $0] } + more)
    bytes = (try? [UInt8](Data(contentsOf: output))) ?? []
  }

  init(_ fixture: String, _ sets: String...) throws { try self.init(Places.fixtures.appending(path: fixture), sets) }
}

private func framehashes(_ bytes: [UInt8], _ suffix: String) throws -> [Substring] {
  let file = Places.scratch("stream." + suffix)
  try Data(bytes).write(to: file)
  defer { try? FileManager.default.removeItem(at: file) }
  let output = try Program.run("ffmpeg", ["-v", "error", "-i", file.path, "-f", "framemd5", "-"])
  return output.text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { $0.split(separator: ",").last }
}

private func ffprobe(_ bytes: [UInt8], _ suffix: String) throws -> String {
  let file = Places.scratch("stream." + suffix)
  try Data(bytes).write(to: file)
  defer { try? FileManager.default.removeItem(at: file) }
  return try Program.run("ffprobe", ["-v", "error", "-show_streams", file.path]).text
}

/// The units of a stream with the bytes between them.
private func units(_ bytes: [UInt8]) -> [(code: Int, bytes: ArraySlice<UInt8>, zeros: UInt64)] {
  var parser = AnnexBParser()
  var cursor = 0
  var found: [AnnexBUnit] = []
  while let unit = parser.next(in: bytes, from: &cursor, to: bytes.count) { found.append(unit) }
  if let last = parser.finish() { found.append(last) }
  return found.map { ($0.startCodeLength, bytes[Int($0.offset)..<Int($0.offset + $0.length)], $0.trailingZeroBytes) }
}

/// Edits, and the values that ffprobe prints after them. The unit of the level is 1/10 in H.264 and 1/30 in H.265.
private let harmless: [(fixture: String, set: String, shown: String)] = [
  ("bframes.h264", "level_idc=51", "level=51"), ("bframes.h264", "sps.level_idc=0x33", "level=51"),
  ("bframes.h264", "vui.video_full_range_flag=1", "color_range=pc"), ("bframes.h264", "frame_rate=30000/1001", "r_frame_rate=30000/1001"),
  ("bframes.h264", "colour=bt2020-pq", "color_transfer=smpte2084"), ("bframes.h264", "colour=9,18,9", "color_transfer=arib-std-b67"),
  ("bframes.h264", "sar=40:33", "sample_aspect_ratio=40:33"), ("bframes.h264", "sar=7:5", "sample_aspect_ratio=7:5"),
  ("interlaced.h264", "frame_rate=24", "avg_frame_rate=24/1"),
  ("interlaced.h264", "chroma_sample_loc_type_top_field=2", "chroma_location=topleft"),
  ("opengop.hevc", "general_level_idc=153", "level=153"), ("opengop.hevc", "vui.video_full_range_flag=1", "color_range=pc"),
  ("opengop.hevc", "frame_rate=30000/1001", "r_frame_rate=30000/1001"),
  ("opengop.hevc", "colour=bt2020-hlg", "color_transfer=arib-std-b67"),
  ("opengop.hevc", "sar=4:3", "sample_aspect_ratio=4:3"),
]

@Test(.waiting, .enabled(if: Program.has("ffmpeg")), arguments: harmless)
func harmlessEditsLeaveThePictures(_ edit: (fixture: String, set: String, shown: String)) throws {
  let original = try Places.fixture(edit.fixture)
  let edited = try Edited(edit.fixture, edit.set)
  #expect(edited.result.status == 0 && edited.result.standardError.isEmpty, "\(edited.result.standardError)")
  #expect(edited.bytes != original)
  if edit.set == "vui.video_full_range_flag=1" {
    let scratch = Places.scratch("full." + edit.fixture)
    defer { try? FileManager.default.removeItem(at: scratch) }
    try Data(edited.bytes).write(to: scratch)
    #expect(try Program.mediaprobe("info", scratch.path).text.contains("full range"))
  }
  let suffix = String(edit.fixture.split(separator: ".")[1])
  #expect(try framehashes(edited.bytes, suffix) == framehashes(original, suffix))
  #expect(try framehashes(original, suffix).count > 5)
  #expect(try ffprobe(edited.bytes, suffix).contains(edit.shown + "\n"))
  let (before, after) = (units(original), units(edited.bytes))
  #expect(before.count == after.count)
  for (a, b) in zip(before, after) {
    #expect(a.code == b.code && a.zeros == b.zeros)
    let type = suffix == "h264" ? a.bytes[a.bytes.startIndex] & 31 : a.bytes[a.bytes.startIndex] >> 1 & 63
    if ![7, 32, 33].contains(type) { #expect(a.bytes == b.bytes) }
  }
  // Repeating the edit changes nothing.
  let again = Places.scratch("again." + suffix)
  try Data(edited.bytes).write(to: again)
  defer { try? FileManager.default.removeItem(at: again) }
  #expect(try Edited(again, [edit.set]).bytes == edited.bytes)
}

/// Edits that require slice headers to be rewritten without changing the pictures.
@Test(
  .enabled(if: Program.has("ffmpeg")),
  arguments: [
    ("bframes.h264", "pic_init_qp_minus26=7"), ("bframes.h264", "num_ref_idx_l0_default_active_minus1=6"),
    ("bframes.h264", "num_ref_idx_l1_default_active_minus1=6"), ("bframes.h264", "redundant_pic_cnt_present_flag=1"),
    ("bframes.h264", "bottom_field_pic_order_in_frame_present_flag=1"), ("interlaced.h264", "pps.pic_init_qp_minus26=-9"),
    ("interlaced.h264", "redundant_pic_cnt_present_flag=1"), ("opengop.hevc", "init_qp_minus26=5"),
    ("opengop.hevc", "output_flag_present_flag=1"), ("opengop.hevc", "lists_modification_present_flag=1"),
    ("opengop.hevc", "num_ref_idx_l0_default_active_minus1=5"), ("opengop.hevc", "num_extra_slice_header_bits=2"),
    ("opengop.hevc", "slice_segment_header_extension_present_flag=1"), ("opengop.hevc", "pps_slice_chroma_qp_offsets_present_flag=1"),
  ])
func slicesAreWrittenAnew(_ fixture: String, _ set: String) throws {
  let original = try Places.fixture(fixture)
  let edited = try Edited(fixture, set)
  #expect(edited.result.status == 0, "\(edited.result.standardError)")
  let suffix = String(fixture.split(separator: ".")[1])
  let slices: ([UInt8]) -> [ArraySlice<UInt8>] = { bytes in
    units(bytes).map(\.bytes).filter { suffix == "h264" ? [1, 5].contains($0[$0.startIndex] & 31) : $0[$0.startIndex] >> 1 < 32 }
  }
  #expect(slices(edited.bytes) != slices(original))
  #expect(try framehashes(edited.bytes, suffix) == framehashes(original, suffix))
}

@Test(arguments: ["bframes.h264", "interlaced.h264", "opengop.hevc"]) func withoutEditsAStreamIsCopied(_ fixture: String) throws {
  let original = try Places.fixture(fixture)
  #expect(try Edited(fixture).bytes == original)
  #expect(try Program.mediaprobe("edit", "-", input: Data(original)).standardOutput == Data(original))
}

@Test func croppingIsInLumaSamples() throws {
  let edited = try Edited("bframes.h264", "crop=2,4,6,8")
  let shown = try ffprobe(edited.bytes, "h264")
  let before = try ffprobe(Places.fixture("bframes.h264"), "h264")
  func number(_ key: String, _ text: String) -> Int {
    text.split(separator: "\n").first { $0.hasPrefix(key + "=") }.flatMap { Int($0.dropFirst(key.count + 1)) } ?? -1
  }
  #expect(number("width", shown) == number("coded_width", before) / 16 * 16 - 6)
  #expect(try Edited("bframes.h264", "crop=0,0,0,0").result.status == 0)
}

/// A frame rate has the same numbers in the video and in the sequence parameter set; where fields make them differ, it is refused.
@Test func theFrameRateIsThatOfTheVideoParameterSet() throws {
  try withEmptyFolder { folder in
    let source = Places.fixtures.appending(path: "opengop.hevc")
    /// The edited file, which has to be made.
    func edited(_ file: URL, _ sets: [String], _ name: String) throws -> URL {
      let (edited, target) = (try Edited(file, sets), folder.appending(path: name))
      #expect(edited.result.status == 0, "\(edited.result.standardError)")
      try Data(edited.bytes).write(to: target)
      return target
    }
    func refused(_ file: URL, _ sets: [String], _ why: String) throws {
      let edited = try Edited(file, sets)
      #expect(
        edited.result.status == 64 && edited.bytes.isEmpty && edited.result.standardError.contains(why), "\(edited.result.standardError)")
    }
    let clock = ["vps_timing_info_present_flag=1", "vps_num_units_in_tick=2", "vps_time_scale=50", "vui_timing_info_present_flag=0"]
    let timed = try edited(source, clock, "timed.hevc")
    for rate in ["25", "30000/1001"] {
      let again = try edited(timed, ["frame_rate=\(rate)"], "rate.hevc")
      #expect(try Program.mediaprobe("check", "--only", "hevc.vps-timing", again.path).text.contains("no findings"))
    }
    let fields = try edited(timed, ["field_seq_flag=1", "vui_timing_info_present_flag=0"], "fields.hevc")
    try refused(fields, ["frame_rate=30"], "the pictures are fields")
    try refused(source, ["conformance_window_flag=1", "conf_win_bottom_offset=9998"], "nothing would be left")
  }
}

@Test(arguments: [
  ("bframes.h264", "level_idc=300", 64, "level_idc: 300 is not in 0...255"),
  ("bframes.h264", "level_idcs=3", 64, "Unknown element 'level_idcs' in H.264. Did you mean 'level_idc'?"),
  ("opengop.hevc", "level_idc=3", 64, "Unknown element 'level_idc' in H.265. Did you mean 'general_level_idc'?"),
  ("bframes.h264", "pps.level_idc=3", 64, "Unknown element 'level_idc' in H.264."),
  ("bframes.h264", "vps.level_idc=3", 64, "There is no VPS in H.264."),
  ("bframes.h264", "level_idc[1]=3", 64, "The element 'level_idc' has no index."),
  ("bframes.h264", "offset_for_ref_frame=3", 64, "The element 'offset_for_ref_frame' has one index."),
  ("bframes.h264", "level_idc", 64, "'level_idc' is not of the form PATH=VALUE."),
  ("bframes.h264", "level_idc=high", 64, "'high' is not a number."),
  ("bframes.h264", "crop=1,2,3", 64, "crop requires LEFT,RIGHT,TOP,BOTTOM"),
  ("bframes.h264", "crop=0,0,0,7", 64, "7 luma samples cannot be cut off"),
  ("bframes.h264", "crop=0,9998,0,0", 64, "nothing would be left"),
  ("bframes.h264", "frame_crop_bottom_offset=9998", 64, "nothing would be left"),
  ("bframes.h264", "frame_rate=0", 64, "frame_rate requires"),
  ("bframes.h264", "frame_rate=fast", 64, "frame_rate requires"),
  ("bframes.h264", "frame_rate=4000000000/1", 64, "does not fit time_scale"),
  ("bframes.h264", "colour=bt710", 64, "colour requires bt709,"), ("bframes.h264", "sar=0:1", 64, "sar requires"),
  ("bframes.h264", "entropy_coding_mode_flag=0", 64, "would change how pictures are decoded"),
  ("bframes.h264", "log2_max_frame_num_minus4=9", 64, "would change how pictures are decoded"),
  ("bframes.h264", "pic_width_in_mbs_minus1=3", 64, "would change how pictures are decoded"),
  ("opengop.hevc", "log2_max_pic_order_cnt_lsb_minus4=7", 64, "would change how pictures are decoded"),
  ("opengop.hevc", "vps_video_parameter_set_id=1", 64, "would change how pictures are decoded"),
  ("opengop.hevc", "sps_video_parameter_set_id=1", 64, "would change how pictures are decoded"),
  ("opengop.hevc", "vps_base_layer_internal_flag=0", 64, "would change how pictures are decoded"),
  ("opengop.hevc", "vps_extension_flag=1", 64, "would change how pictures are decoded"),
  ("opengop.hevc", "vps_max_layers_minus1=1", 64, "would change how pictures are decoded"),
  ("bframes.h264", "cpb_removal_delay_length_minus1=3", 64, "applies to no parameter set of the stream"),
])
func editsThatCannotBeMade(_ fixture: String, _ set: String, _ status: Int32, _ message: String) throws {
  let edited = try Edited(fixture, set)
  #expect(edited.result.status == status)
  #expect(edited.result.standardError.contains(message), "\(edited.result.standardError)")
  #expect(edited.bytes.isEmpty)
}

/// The widths of the fields of timing messages are in the buffer model: messages follow where it changes.
@Suite(.waiting, .enabled(if: Program.has("x264") && Program.has("x265"))) struct EditTimingTests {
  fileprivate static let h264 = "x264 --quiet --nal-hrd vbr --vbv-maxrate 300 --vbv-bufsize 300 --pic-struct -o \"$OUT\" --demuxer y4m -"
  fileprivate static let hevc =
    "x265 --log-level none --hrd --bitrate 300 --vbv-maxrate 300 --vbv-bufsize 300 --aud --output \"$OUT\" --y4m -"

  @Test(arguments: [
    (h264, "a.h264", "cpb_removal_delay_length_minus1=20"), (h264, "a.h264", "initial_cpb_removal_delay_length_minus1=25"),
    (h264, "a.h264", "dpb_output_delay_length_minus1=12"), (hevc, "a.hevc", "au_cpb_removal_delay_length_minus1=26"),
    (hevc, "a.hevc", "initial_cpb_removal_delay_length_minus1=25"), (hevc, "a.hevc", "dpb_output_delay_length_minus1=12"),
  ])
  func messagesFollowTheirWidths(_ make: String, _ name: String, _ set: String) throws {
    try withEmptyFolder { folder in
      let (source, target) = (folder.appending(path: name), folder.appending(path: "edited-" + name))
      let pictures = "ffmpeg -v error -f lavfi -i testsrc2=s=128x96:d=1 -pix_fmt yuv420p -f yuv4mpegpipe -"
      let made = try Program.shell("OUT='\(source.path)'; \(pictures) | \(make)")
      try #require(made.status == 0, "\(made.standardError)")
      #expect(try Program.mediaprobe("edit", source.path, "-o", target.path, "--set", set).status == 0)
      // All elements of the messages keep their values.
      func messages(_ file: URL) throws -> [String] {
        let rows = try Program.mediaprobe("trace", file.path)
        #expect(rows.status == 0, "\(rows.standardError)")
        return rows.text.split(separator: "\n").filter { $0.contains("delay") && !$0.contains("length") && $0.contains(" = ") }.map {
          $0.split(separator: " ").suffix(3).joined(separator: " ")
        }
      }
      let before = try messages(source)
      #expect(before.count > 20)
      #expect(try messages(target) == before)
      #expect(try framehashes([UInt8](Data(contentsOf: target)), name) == framehashes([UInt8](Data(contentsOf: source)), name))
    }
  }
}

extension EditTimingTests {
  /// Without HRD parameters no message may give delays: those that gave nothing else are left out, with their units.
  @Test(arguments: [
    (h264, "a.h264", "vui.nal_hrd_parameters_present_flag=0", 0),
    (h264 + " --no-pic-struct", "a.h264", "vui.nal_hrd_parameters_present_flag=0", 25),
    (hevc, "a.hevc", "vui.vui_hrd_parameters_present_flag=0", 25),
  ])
  func messagesGoWithTheirParameters(_ make: String, _ name: String, _ set: String, _ removed: Int) throws {
    try withEmptyFolder { folder in
      func path(_ name: String) -> String { folder.appending(path: name).path }
      let pictures = "ffmpeg -v error -f lavfi -i testsrc2=s=128x96:d=1 -pix_fmt yuv420p -f yuv4mpegpipe -"
      let command = make.replacing(" --pic-struct", with: make.contains("--no-pic-struct") ? "" : " --pic-struct")
        .replacing(" --no-pic-struct", with: "")
      let made = try Program.shell("OUT='\(path(name))'; \(pictures) | \(command)")
      try #require(made.status == 0, "\(made.standardError)")
      _ = try Program.mediaprobe("remux", path(name), path("a.mp4"))
      let frames = try framehashes([UInt8](Data(contentsOf: URL(filePath: path(name)))), name)
      for (source, target) in [(name, "edited-" + name), ("a.mp4", "edited.mp4")] {
        let result = try Program.mediaprobe("edit", path(source), "-o", path(target), "--set", set)
        #expect(result.status == 0, "\(result.standardError)")
        if source != name { _ = try Program.mediaprobe("extract", path(target), "-o", path("stream-" + name)) }
        let stream = source == name ? target : "stream-" + name
        let rows = try Program.mediaprobe("trace", path(stream)).text
        #expect(!rows.contains("buffering_period") && !rows.contains("removal_delay "), "\(stream)")
        #expect(rows.contains("pic_timing") == (removed == 0))
        #expect(try framehashes([UInt8](Data(contentsOf: URL(filePath: path(stream)))), name) == frames)
      }
      func units(_ name: String) throws -> Int {
        try Program.mediaprobe("nalu", "--format", "jsonl", path(name)).text.split(separator: "\n").count
      }
      let (before, after) = (try units(name), try units("edited-" + name))
      #expect(before - after >= removed, "\(before) units, then \(after)")
      let check = try Program.mediaprobe("check", path("edited-" + name))
      #expect(check.status == 0, "\(check.text)")
    }
  }
}

/// Both views of a multiview stream have a sequence parameter set, and both are edited.
@Test(.enabled(if: Places.corpus != nil)) func bothViewsAreEdited() throws {
  let file = try #require(Places.corpus).appending(path: "h264/MVCSPS-1.264")
  let edited = try Edited(file, ["crop=0,0,0,16"])
  #expect(edited.result.status == 0, "\(edited.result.standardError)")
  let stream = Places.scratch("views.h264")
  defer { try? FileManager.default.removeItem(at: stream) }
  try Data(edited.bytes).write(to: stream)
  let sizes = try Program.mediaprobe("params", stream.path).text.split(separator: "\n").filter { $0.contains("cropped size") }
  #expect(sizes.count == 2 && sizes.allSatisfy { $0.hasSuffix("640x464") }, "\(sizes)")
}

// MARK: - The output

@Test func aFileIsEditedInPlace() throws {
  let folder = Places.scratch("in-place")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let file = folder.appending(path: "a.h264")
  try Data(Places.fixture("bframes.h264")).write(to: file)
  try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
  let link = folder.appending(path: "link.h264")
  try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
  let expected = try Edited("bframes.h264", "level_idc=51").bytes
  #expect(try Program.mediaprobe("edit", link.path, "--in-place", "--set", "level_idc=51").status == 0)
  #expect(try [UInt8](Data(contentsOf: file)) == expected)
  #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o640)
  // A rejected edit leaves the file unchanged and creates no other file.
  #expect(try Program.mediaprobe("edit", file.path, "--in-place", "--set", "level_idc=999").status == 64)
  #expect(try Program.mediaprobe("edit", file.path, "--in-place", "-o", "x.h264", "--set", "level_idc=51").status == 64)
  #expect(try Program.mediaprobe("edit", "-", "--in-place", "--set", "level_idc=51", input: Data([0, 0, 1, 9])).status == 64)
  #expect(try [UInt8](Data(contentsOf: file)) == expected)
  #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["a.h264", "link.h264"])
}

@Test func anOutputThatCannotBeCreatedIsSaid() throws {
  let fixture = Places.fixtures.appending(path: "bframes.h264").path
  for (path, why) in [("/no/such/folder/a.h264", "No such file or directory"), ("/", "Is a directory")] {
    let result = try Program.mediaprobe("edit", fixture, "-o", path)
    #expect(result.status == 73)
    #expect(result.standardError == "mediaprobe: \(path): \(why)\n")
  }
  #expect(try Program.mediaprobe("edit", fixture, "-o", "/dev/null").status == 0)
  #expect(try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType == .typeCharacterSpecial)
}

@Test(.enabled(if: Program.has("python3")), arguments: ["INT", "TERM"]) func aSignalLeavesNothingBehind(_ signal: String) throws {
  let folder = Places.scratch("signal-" + signal)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  // The input stays open after its first bytes, so that the program blocks while it runs. Test threads block signals and child processes
  // inherit that, so the program is started with no signals blocked.
  let script = """
    import os, signal, subprocess, sys, time
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    program = subprocess.Popen([sys.argv[1], "edit", "--codec", "h264", "-", "-o", "out.h264"], stdin=subprocess.PIPE)
    program.stdin.write(open(sys.argv[2], "rb").read())
    program.stdin.flush()
    end = time.time() + 30
    while not os.listdir(".") and time.time() < end: time.sleep(0.02)
    print(*os.listdir("."))
    program.send_signal(signal.SIG\(signal))
    try: print(program.wait(30))
    except subprocess.TimeoutExpired: program.kill()
    print(*os.listdir("."))
    """
  let fixture = Places.fixtures.appending(path: "bframes.h264").path
  let line = "cd '\(folder.path)' && python3 -c \"$SCRIPT\" '\(Program.mediaprobe)' '\(fixture)'"
  let result = try Program.run("bash", ["-c", line], environment: ["SCRIPT": script])
  let lines = result.text.split(separator: "\n", omittingEmptySubsequences: false)
  #expect(lines.first?.hasPrefix(".mediaprobe.") == true, "\(result.text)\(result.standardError)")
  #expect(lines.dropFirst() == ["130", "", ""], "\(result.text)\(result.standardError)")
}

// MARK: - The corpus

private func isStream(_ path: String) -> Bool { !path.hasSuffix("avcC") && !path.hasSuffix("hvcC") }

@Test(
  .enabled(if: Places.corpus != nil),
  arguments: (Places.corpusFiles("h264") + Places.corpusFiles("hevc")).filter(isStream))
func identityEditsGiveEveryFileBack(_ path: String) throws {
  guard let corpus = Places.corpus else { return }
  let file = corpus.appending(path: path)
  let original = try Places.corpusFile(path)
  let isH264 = path.hasPrefix("h264")
  let codec = ["--codec", isH264 ? "h264" : "hevc"]
  let copy = try Edited(file, [], codec)
  // Three files of the folder are not byte streams; they are rejected and nothing is written.
  if copy.result.standardError.contains("no start code") {
    #expect(copy.result.status == 65 && copy.bytes.isEmpty && units(original).isEmpty)
    return
  }
  #expect(copy.bytes == original)
  // If all SPSs have the same level, setting that level parses the sets and leaves them unchanged.
  let sets = units(original).map(\.bytes).filter { ($0.first.map { isH264 ? $0 & 31 == 7 : $0 >> 1 & 63 == 33 } ?? false) && $0.count > 16 }
  let levels = Set(sets.map { isH264 ? $0[$0.startIndex + 3] : EmulationPrevention.removing(from: Array($0))[14] })
  guard let level = levels.first, levels.count == 1 else { return }
  let edited = try Edited(file, ["sps.\(isH264 ? "" : "general_")level_idc=\(level)"], codec)
  if edited.result.status <= 1 { #expect(edited.bytes == original, "\(path)") }
}
