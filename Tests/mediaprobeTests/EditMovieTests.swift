import Foundation
import TestSupport
import Testing

private func path(_ fixture: String) -> String { Places.fixtures.appending(path: fixture).path }

/// Makes a file in a temporary folder and passes it to `body`.
private func withMovie(_ make: String, _ body: (URL) throws -> Void) throws {
  let folder = Places.scratch("edit-movie")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let file = folder.appending(path: "in.mp4")
  if make.hasSuffix(".mp4") {
    try FileManager.default.copyItem(atPath: path(make), toPath: file.path)
  } else {
    let result = try Program.shell("set -e; cd '\(Places.fixtures.path)'; OUT='\(file.path)'; \(make)")
    try #require(result.status == 0, "\(result.standardError)")
  }
  try body(file)
}

private func edit(_ file: URL, _ sets: String..., more: [String] = []) throws -> (result: Program.Result, output: URL) {
  let output = file.deletingLastPathComponent().appending(path: "out.mp4")
  try? FileManager.default.removeItem(at: output)
  let words = ["edit", file.path, "-o", output.path] + sets.flatMap { ["--set", $0] } + more
  return (try Program.run(Program.mediaprobe, words), output)
}

/// A hash of each decoded frame of each stream.
private func framehashes(_ file: URL) throws -> [String] {
  let result = try Program.run("ffmpeg", ["-v", "error", "-i", file.path, "-map", "0", "-f", "framemd5", "-"])
  return result.text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
    let parts = line.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    return "\(parts[0]) \(parts[2]) \(parts.last ?? "")"
  }
}

private func ffprobe(_ file: URL, _ entries: String) throws -> String {
  try Program.run("ffprobe", ["-v", "error", "-select_streams", "v", "-show_streams", "-show_entries", entries, file.path]).text
}

/// The number of findings of the check, by severity.
private func faults(_ file: URL) throws -> String {
  try Program.mediaprobe("check", "--fail-on", "error", file.path).status == 0 ? "" : Program.mediaprobe("check", file.path).text
}

private let hev1 = "\"$MP\" remux -q --hev1 opengop.hevc \"$OUT\""
private let quickTime =
  "ffmpeg -v error -f lavfi -i testsrc=s=64x64:d=0.5 -c:v libx264 -threads 1 -pix_fmt yuv420p -color_primaries bt709 -color_trc bt709 "
  + "-colorspace bt709 -f mov \"$OUT\""
private let cenc =
  "ffmpeg -v error -i plain.mp4 -c copy -encryption_scheme cenc-aes-ctr -encryption_key 00112233445566778899aabbccddeeff "
  + "-encryption_kid 112233445566778899aabbccddeeff00 \"$OUT\""

/// The display width is 242.67.
private let fractional =
  "ffmpeg -v error -f lavfi -i testsrc=s=322x182:d=0.5 -c:v libx264 -threads 1 -pix_fmt yuv420p -aspect 4:3 \"$OUT\""

/// Edits, the value that ffprobe prints after them, and the field of a box that follows.
private let harmless: [(make: String, set: String, shown: String, path: String, field: String)] = [
  ("plain.mp4", "sar=4:3", "sample_aspect_ratio=4:3", "moov/trak/mdia/minf/stbl/stsd/avc1/pasp", "hSpacing = 4"),
  ("faststart.mp4", "level_idc=51", "level=51", "moov/trak/mdia/minf/stbl/stsd/avc1/avcC", "AVCLevelIndication = 51"),
  ("fragmented.mp4", "sar=4:3", "sample_aspect_ratio=4:3", "moov/trak/tkhd", "width = 171"),
  ("hvc1.mp4", "general_level_idc=153", "level=153", "moov/trak/mdia/minf/stbl/stsd/hvc1/hvcC", "general_level_idc = 153"),
  ("hvc1.mp4", "colour=bt2020-pq", "color_transfer=smpte2084", "moov/trak/mdia/minf/stbl/stsd/hvc1", "width = 64"),
  (hev1, "general_level_idc=153", "level=153", "moov/trak/mdia/minf/stbl/stsd/hev1/hvcC", "general_level_idc = 153"),
  (hev1, "colour=bt2020-pq", "color_transfer=smpte2084", "moov/trak/mdia/minf/stbl/stsd/hev1", "width = "),
  (quickTime, "colour=bt2020-pq", "color_transfer=smpte2084", "moov/trak/mdia/minf/stbl/stsd/avc1/colr", "transfer_characteristics = 16"),
  (fractional, "sar=1:2", "sample_aspect_ratio=1:2", "moov/trak/tkhd", "width = 161\n"),
  (fractional, "sar=2:3", "sample_aspect_ratio=2:3", "moov/trak/tkhd", "width = 214.66"),
  (
    quickTime, "vui.video_signal_type_present_flag=0", "width=64", "moov/trak/mdia/minf/stbl/stsd/avc1/colr", "transfer_characteristics = 2"
  ),
  (fractional, "vui.aspect_ratio_info_present_flag=0", "width=322", "moov/trak/mdia/minf/stbl/stsd/avc1/pasp", "hSpacing = 1"),
  ("plain.mp4", "crop=2,4,0,8", "width=122", "moov/trak/mdia/minf/stbl/stsd/avc1", "height = 88"),
  ("plain.mp4", "crop=2,4,0,8", "height=88", "moov/trak/tkhd", "width = 122"),
]

@Suite(.waiting, .enabled(if: Program.has("ffmpeg") && Program.has("ffprobe"))) struct EditMovieTests {
  @Test(arguments: harmless)
  func harmlessEditsLeaveThePictures(_ trial: (make: String, set: String, shown: String, path: String, field: String)) throws {
    try withMovie(trial.make) { file in
      let (result, output) = try edit(file, trial.set)
      #expect(result.status == 0 && result.standardError.isEmpty, "\(result.standardError)")
      #expect(try ffprobe(output, "stream").contains(trial.shown + "\n"))
      let boxes = try Program.mediaprobe("mp4", "--full", "--path", trial.path, output.path).text
      #expect(boxes.contains(trial.field), "\(boxes)")
      if !trial.set.hasPrefix("crop") {
        let before = try framehashes(file)
        #expect(try framehashes(output) == before)
        #expect(before.count > 5)
      }
      #expect(try faults(output) == "")
      // The edit is idempotent.
      let again = file.deletingLastPathComponent().appending(path: "again.mp4")
      #expect(try Program.mediaprobe("edit", output.path, "-o", again.path, "--set", trial.set).status == 0)
      #expect(try Data(contentsOf: again) == Data(contentsOf: output))
    }
  }

  /// The record says of nested sub-layers what the set says.
  @Test func nestingIsFollowed() throws {
    try withMovie("hvc1.mp4") { file in
      let (result, output) = try edit(file, "sps_temporal_id_nesting_flag=0")
      #expect(result.status == 0, "\(result.standardError)")
      let record = try Program.mediaprobe("mp4", "--full", "--path", "moov/trak/mdia/minf/stbl/stsd/hvc1/hvcC", output.path).text
      #expect(record.contains("temporalIdNested = 0"), "\(record)")
      #expect(try !Program.mediaprobe("check", output.path).text.contains("across.hevc-configuration"))
    }
  }

  /// The parameter sets of the second view are in a box of their own, and belong to the stream.
  @Test(.enabled(if: Places.corpus != nil)) func setsOfFurtherLayersAreRead() throws {
    let source = try #require(Places.corpus).appending(path: "mp4/stereo_spatial.mp4")
    try withMovie("plain.mp4") { file in
      #expect(try Program.mediaprobe("trace", source.path).status == 0)
      let stream = file.deletingLastPathComponent().appending(path: "views.hevc")
      #expect(try Program.mediaprobe("extract", source.path, stream.path).status == 0)
      let trace = try Program.mediaprobe("trace", stream.path)
      #expect(trace.status == 0, "\(trace.standardError)")
      // The output is written beside the input.
      let copy = file.deletingLastPathComponent().appending(path: "views.mp4")
      try FileManager.default.copyItem(at: source, to: copy)
      let (result, output) = try edit(copy, "init_qp_minus26=2")
      #expect(result.status == 0, "\(result.standardError)")
      let values = try Program.mediaprobe("trace", output.path).text.split(separator: "\n").filter { $0.contains("init_qp_minus26") }
      #expect(values.count == 2 && values.allSatisfy { $0.contains(" 2") }, "\(values)")
    }
  }

  /// Slice headers in samples depend on picture parameter sets in the sample entry.
  @Test(arguments: [
    ("plain.mp4", "pic_init_qp_minus26=7"), ("fragmented.mp4", "num_ref_idx_l0_default_active_minus1=6"),
    ("faststart.mp4", "num_ref_idx_l1_default_active_minus1=6"), ("hvc1.mp4", "init_qp_minus26=5"),
    ("hvc1.mp4", "num_extra_slice_header_bits=2"),
    (hev1, "output_flag_present_flag=1"),
  ])
  func slicesAreWrittenAnew(_ make: String, _ set: String) throws {
    try withMovie(make) { file in
      let (result, output) = try edit(file, set)
      #expect(result.status == 0 && result.standardError.isEmpty, "\(result.standardError)")
      let before = try framehashes(file)
      #expect(try framehashes(output) == before)
      #expect(before.count > 5)
      #expect(try faults(output) == "")
      #expect(try Program.mediaprobe("diff", "--only", "samples", file.path, output.path).status == 1)
    }
  }

  /// Samples keep their bytes where no slice depends on the edit, and their times.
  @Test(arguments: ["plain.mp4", "faststart.mp4", "fragmented.mp4", "hvc1.mp4"]) func samplesStay(_ fixture: String) throws {
    try withMovie(fixture) { file in
      let (result, output) = try edit(file, "sar=4:3", "colour=bt709")
      #expect(result.status == 0)
      for part in ["samples", "times"] {
        let difference = try Program.mediaprobe("diff", "--only", part, file.path, output.path)
        #expect(difference.status == 0, "\(difference.text)")
      }
    }
  }

  @Test(arguments: [
    ("plain.mp4", "entropy_coding_mode_flag=0", "would change how pictures are decoded"),
    ("plain.mp4", "level_idcs=3", "Did you mean 'level_idc'?"),
    ("plain.mp4", "cpb_removal_delay_length_minus1=3", "applies to no parameter set of the file"),
    ("hvc1.mp4", "crop=0,9998,0,0", "nothing would be left"), (hev1, "sps.log2_max_pic_order_cnt_lsb_minus4=7", "would change"),
    (cenc, "level_idc=51", "is encrypted"), ("\"$MP\" remux -q tone.aac \"$OUT\"", "level_idc=51", "no track of H.264 or H.265"),
  ])
  func editsThatCannotBeMade(_ make: String, _ set: String, _ message: String) throws {
    try withMovie(make) { file in
      let (result, output) = try edit(file, set)
      #expect(result.status == 64)
      #expect(result.standardError.contains(message), "\(result.standardError)")
      #expect(!FileManager.default.fileExists(atPath: output.path))
      let before = try Data(contentsOf: file)
      #expect(try Program.mediaprobe("edit", file.path, "--in-place", "--set", set).status == 64)
      #expect(try Data(contentsOf: file) == before)
      #expect(try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path) == ["in.mp4"])
    }
  }

  @Test(arguments: ["plain.mp4", "fragmented.mp4"]) func aMovieIsEditedInPlace(_ fixture: String) throws {
    try withMovie(fixture) { file in
      let (_, output) = try edit(file, "sar=4:3")
      let expected = try Data(contentsOf: output)
      #expect(try Program.mediaprobe("edit", file.path, "--in-place", "--set", "sar=4:3").status == 0)
      #expect(try Data(contentsOf: file) == expected)
    }
  }

  /// An edit does not look at the pictures, which may need more than the set then states.
  @Test func promisesAreNoted() throws {
    try withMovie("plain.mp4") { file in
      let (result, _) = try edit(file, "vui.max_dec_frame_buffering=4")
      #expect(result.status == 0 && result.standardError.contains("'mediaprobe check' says whether some do"), "\(result.standardError)")
      let (other, _) = try edit(file, "sar=4:3")
      #expect(other.status == 0 && !other.standardError.contains("check"), "\(other.standardError)")
    }
  }

  /// A decoder outputs a picture when more than the limit wait, so that a lower one loses pictures.
  @Test(
    arguments: [
      ("plain.mp4", "vui.max_num_reorder_frames", 1), ("bframes.h264", "max_num_reorder_frames", 1),
      ("opengop.hevc", "sps_max_num_reorder_pics[0]", 2),
    ])
  func reorderingIsNotLimitedFurther(_ fixture: String, _ element: String, _ depth: Int) throws {
    try withEmptyFolder { folder in
      let output = folder.appending(path: fixture).path
      for (value, isFine) in [(depth, true), (depth - 1, false), (0, false)] {
        let set = ["--set", "\(element)=\(value)", "-o", output]
        let result = try Program.run(Program.mediaprobe, ["edit", path(fixture)] + set)
        #expect(result.status == (isFine ? 0 : 64), "\(value): \(result.standardError)")
        #expect(isFine || result.standardError.contains("the pictures are reordered by \(depth)"), "\(result.standardError)")
        #expect(FileManager.default.fileExists(atPath: output))
        let piped = try Program.shell("cat '\(path(fixture))' | \"$MP\" edit - --set '\(element)=\(value)' > '\(output)'")
        #expect(piped.status == (isFine ? 0 : 64), "\(value): \(piped.standardError)")
      }
    }
  }

  @Test func withoutEditsAMovieIsCopied() throws {
    try withMovie("fragmented.mp4") { file in
      let (result, output) = try edit(file)
      #expect(result.status == 0)
      #expect(try Data(contentsOf: output) == Data(contentsOf: file))
    }
    let pipe = try Program.shell("cat '\(path("plain.mp4"))' | \"$MP\" edit - --set sar=4:3")
    #expect(pipe.status == 0, "\(pipe.standardError)")
  }

  /// A set in a sample of more than 4 MiB, which is not held in memory.
  @Test(.enabled(if: Program.has("x264"))) func largeSamplesAreEdited() throws {
    let noise =
      "ffmpeg -v error -f lavfi -i \"nullsrc=s=2560x1600:r=1:d=2,geq=random(1)*255:random(2)*255:random(3)*255\" -pix_fmt yuv420p -c:v libx264 -preset ultrafast "
      + "-qp 1 -threads 1 -x264-params repeat-headers=1:keyint=1 \"$OUT.h264\"; \"$MP\" remux -q --fps 1 \"$OUT.h264\" \"$OUT\"; rm \"$OUT.h264\""
    try withMovie(noise) { file in
      #expect(try #require(FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int) > 9 << 20)
      let (result, output) = try edit(file, "pic_init_qp_minus26=7")
      #expect(result.status == 0, "\(result.standardError)")
      #expect(try framehashes(output) == framehashes(file))
      #expect(try Data(contentsOf: output) != Data(contentsOf: file))
    }
  }
}

/// What the sample entry states changes also where the parameter sets have the value that is set.
@Test func entriesThatContradictTheirSetsAreEdited() throws {
  let points = "colour_primaries=1:transfer_characteristics=1:matrix_coefficients=1"
  let make = """
    ffmpeg -v error -i plain.mp4 -an -c copy -bsf:v h264_metadata=\(points) -f mp4 "$OUT.1"
    ffmpeg -v error -i "$OUT.1" -c copy -aspect 2:1 -color_primaries 9 -color_trc 16 -colorspace 9 -movflags write_colr "$OUT"
    """
  try withMovie(make) { file in
    let fields = "stream=sample_aspect_ratio,display_aspect_ratio,color_primaries,color_transfer,color_space"
    let (result, output) = try edit(file, "colour=bt709", "sar=1:1")
    #expect(result.status == 0, "\(result.standardError)")
    let text = try ffprobe(output, fields)
    for wanted in ["sample_aspect_ratio=1:1", "color_primaries=bt709", "color_transfer=bt709", "color_space=bt709"] {
      #expect(text.contains(wanted), "\(text)")
    }
    let check = try Program.mediaprobe("check", "--only", "across", output.path)
    #expect(check.status == 0 && !check.text.contains("across."), "\(check.text)")
  }
}

/// A movie that lost its moov is damaged, not without a track that can be edited.
@Test func moviesWithoutIndexAreNamed() throws {
  try withMovie("plain.mp4") { file in
    let bytes = try [UInt8](Data(contentsOf: file))
    let index = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("moov".utf8)) })
    try Data(bytes[..<(index - 4)]).write(to: file)
    let (result, _) = try edit(file, "colour=bt709")
    #expect(result.status == 65 && result.standardError.contains("there is no moov"), "\(result.standardError)")
  }
}
