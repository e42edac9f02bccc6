import CheckKit
import Foundation
import TestSupport
import Testing

/// What ffmpeg, x264 and x265 write in many layouts has no errors, except faults of these programs.
@Suite struct EncoderOutputTests {
  /// Layouts of ffmpeg: the end of the name of the output, with its options.
  private static let layouts = """
    plain.mp4
    plain.mov
    fast.mp4 -movflags +faststart
    fragments.mp4 -movflags +frag_keyframe+empty_moov
    relative.mp4 -movflags +frag_keyframe+empty_moov+default_base_moof
    dash.mp4 -movflags +dash
    dashindex.mp4 -movflags +dash+global_sidx
    cmaf.mp4 -movflags +cmaf
    delayed.mp4 -movflags +frag_keyframe+delay_moov
    every.mp4 -movflags +frag_every_frame+empty_moov
    separate.mp4 -movflags +frag_keyframe+separate_moof+empty_moov
    index.mp4 -movflags +frag_keyframe+global_sidx
    negative.mp4 -movflags +negative_cts_offsets
    unedited.mp4 -use_editlist 0
    colour.mov -movflags +write_colr
    hints.mp4 -movflags +rtphint
    clock.mp4 -video_track_timescale 90000
    apple.m4v -f mp4
    smooth.ismv
    phone.3gp
    encrypted.mp4 -encryption_scheme cenc-aes-ctr -encryption_key 76a6c65c5ea762046bd749a2e632ccbb -encryption_kid a7e61c373e219033c21091fa607bf3b8
    cut.mp4 -ss 0.5
    timecode.mov -timecode 01:00:00:00
    flash.flv
    index.flv -flvflags add_keyframe_index
    """

  /// Further commands of ffmpeg, without the inputs.
  private static let encodings = """
    opus.mp4 sound -c:a libopus
    flac.mp4 sound -c:a flac -strict -2
    alac.mp4 sound -c:a alac
    ac3.mp4 sound -c:a ac3
    mp3.mp4 sound -c:a libmp3lame
    pcm.mov sound -c:a pcm_s16le
    high.mp4 sound -ar 96000 -c:a aac
    surround.mp4 sound -ac 6 -c:a aac
    interlaced.mov picture -pix_fmt yuv420p -c:v libx264 -flags +ildct+ilme
    chroma.mp4 picture -pix_fmt yuv422p10le -c:v libx264 -preset ultrafast
    ten.mp4 picture -pix_fmt yuv420p10le -c:v libx265 -x265-params log-level=none -preset ultrafast
    varying.mp4 picture -vf setpts=PTS+gt(N\\,46)*(N-46)*0.1/TB -vsync vfr -pix_fmt yuv420p -c:v libx264 -bf 3
    dropped.mp4 picture -vf select=not(mod(n\\,5))+lt(n\\,20) -vsync vfr -pix_fmt yuv420p -c:v libx264 -bf 3
    jitter.mp4 picture -vf setpts=PTS+random(0)*0.005/TB -vsync vfr -enc_time_base 1/90000 -pix_fmt yuv420p -c:v libx264
    raw.mov picture -pix_fmt rgb24 -c:v rawvideo
    yuvs.mov picture -pix_fmt yuyv422 -c:v rawvideo
    eight.mov sound -c:a pcm_u8
    vp9.mp4 picture -c:v libvpx-vp9 -deadline realtime
    still.avif picture -frames:v 1 -c:v libaom-av1 -still-picture 1 -cpu-used 8
    """

  private static let chapters = """
    ;FFMETADATA1
    [CHAPTER]
    TIMEBASE=1/1000
    START=0
    END=1000
    title=One
    [CHAPTER]
    TIMEBASE=1/1000
    START=1000
    END=2000
    title=Two

    """

  private static let x264 = """
    baseline.264 --profile baseline
    delimiters.264 --aud --slices 4
    open.264 --open-gop --bframes 3 --b-pyramid normal --keyint 20
    fields.264 --tff
    fake.264 --fake-interlaced
    refresh.264 --intra-refresh --keyint 25
    disc.264 --bluray-compat --level 4.1 --vbv-maxrate 2000 --vbv-bufsize 2000 --slices 4 --aud --nal-hrd vbr
    constant.264 --nal-hrd cbr --bitrate 300 --vbv-maxrate 300 --vbv-bufsize 300
    variable.264 --nal-hrd vbr --bitrate 300 --vbv-maxrate 500 --vbv-bufsize 200 --open-gop --keyint 20
    lossless.264 --qp 0
    references.264 --weightp 2 --ref 8 --bframes 8 --b-adapt 2
    plain.mp4
    plain.flv
    """

  private static let x265 = """
    delimiters.hevc --aud --repeat-headers
    variable.hevc --hrd --vbv-maxrate 500 --vbv-bufsize 500 --bitrate 400 --keyint 25
    constant.hevc --hrd --strict-cbr --vbv-maxrate 400 --vbv-bufsize 400 --bitrate 400 --keyint 25
    layers.hevc --temporal-layers --bframes 4 --b-pyramid
    open.hevc --open-gop --keyint 20 --min-keyint 20
    leading.hevc --no-open-gop --radl 2 --keyint 20 --bframes 3
    refresh.hevc --intra-refresh --keyint 25
    slices.hevc --slices 2
    fields.hevc --interlace tff
    hash.hevc --hash 2
    recovery.hevc --idr-recovery-sei --opt-qp-pps --repeat-headers
    """

  /// Faults of ffmpeg 5 and later, by the name of the output; nil for any rule.
  private static let faults: [String: Set<String>?] = [
    // The index moves the media data, and data offsets are not moved: ffmpeg itself cannot decode the file.
    "h264-index.mp4": nil, "hevc-index.mp4": nil,
    // Units of H.265 are encrypted with their headers.
    "hevc-encrypted.mp4": ["cenc.clear-headers"],
  ]

  private static func run(_ tool: String, _ arguments: [String]) throws {
    _ = try Program.run(tool, arguments)
  }

  @Test(.enabled(if: Program.has("ffmpeg") && Program.has("x264") && Program.has("x265"))) func outputsHaveNoErrors() throws {
    let folder = Places.scratch("layouts")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func path(_ name: String) -> String { folder.appending(path: name).path }
    let ffmpeg = ["-v", "error", "-y", "-nostdin"]
    let picture = ["-f", "lavfi", "-i", "testsrc2=s=160x120:r=25:d=2"]
    let sound = ["-f", "lavfi", "-i", "sine=d=2:r=44100"]
    let format = ["-pix_fmt", "yuv420p"]
    try Self.run(
      "ffmpeg", ffmpeg + picture + sound + format + ["-c:v", "libx264", "-preset", "veryfast", "-g", "25", "-c:a", "aac", path("h264.mp4")])
    try Self.run(
      "ffmpeg",
      ffmpeg + picture + sound + format + ["-c:v", "libx265", "-x265-params", "log-level=none", "-preset", "ultrafast", "-g", "25"]
        + ["-tag:v", "hvc1", "-c:a", "aac", path("hevc.mp4")])
    for codec in ["h264", "hevc"] {
      for line in Self.layouts.split(separator: "\n") {
        let words = line.split(separator: " ").map(String.init)
        try Self.run(
          "ffmpeg", ffmpeg + ["-i", path("\(codec).mp4"), "-map", "0", "-c", "copy"] + words.dropFirst() + [path("\(codec)-\(words[0])")])
      }
    }
    for line in Self.encodings.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      try Self.run("ffmpeg", ffmpeg + (words[1] == "sound" ? sound : picture) + words.dropFirst(2) + [path(words[0])])
    }
    try Data(Self.chapters.utf8).write(to: folder.appending(path: "chapters.txt"))
    try Data("1\n00:00:00,500 --> 00:00:01,500\nSubtitle\n".utf8).write(to: folder.appending(path: "text.srt"))
    for name in ["chapters.mp4", "chapters.mov"] {
      let inputs = ["-i", path("h264.mp4"), "-i", path("text.srt"), "-i", path("chapters.txt")]
      let maps = ["-map", "0", "-map", "1", "-map_metadata", "2", "-c", "copy", "-c:s", "mov_text"]
      try Self.run("ffmpeg", ffmpeg + inputs + maps + [path(name)])
    }
    for name in ["chapters.txt", "text.srt"] { try FileManager.default.removeItem(atPath: path(name)) }
    try Self.run("ffmpeg", ffmpeg + picture + format + [path("in.y4m")])
    for (tool, lines) in [("x264", Self.x264), ("x265", Self.x265)] {
      for line in lines.split(separator: "\n") {
        let words = line.split(separator: " ").map(String.init)
        let quiet = tool == "x264" ? ["--quiet", "--preset", "veryfast"] : ["--log-level", "none", "--preset", "ultrafast"]
        try Self.run(tool, quiet + words.dropFirst() + ["-o", path("\(tool)-\(words[0])"), path("in.y4m")])
      }
    }
    try FileManager.default.removeItem(atPath: path("in.y4m"))
    var checked = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
      let bytes = [UInt8](try Data(contentsOf: folder.appending(path: name)))
      // What an older program does not write.
      if bytes.isEmpty { continue }
      let result = CheckTests.check(bytes)
      #expect(result.refusal == nil, "\(name)")
      checked += 1
      if Self.faults.keys.contains(name), Self.faults[name] == .some(nil) { continue }
      let known = (Self.faults[name] ?? [])
      for finding in result.findings where finding.page.severity == .error && known?.contains(finding.page.id.description) != true {
        Issue.record("\(name): \(finding.page.id): \(finding.message)")
      }
    }
    #expect(checked >= 77)
  }

  /// What nginx records of streams has no errors. It writes no metadata, and the sequence header of sound twice.
  @Test(.enabled(if: Program.has("ffmpeg") && Nginx.isWanted)) func recordingsOfNginxHaveNoErrors() throws {
    try withEmptyFolder { folder in
      let clip = folder.appending(path: "clip.mp4").path
      let inputs = ["-f", "lavfi", "-i", "testsrc2=s=160x120:r=25:d=2", "-f", "lavfi", "-i", "sine=d=2:r=44100"]
      let codecs = ["-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "veryfast", "-g", "25", "-c:a", "aac"]
      try Self.run("ffmpeg", ["-v", "error", "-y", "-nostdin"] + inputs + codecs + [clip])
      let server = try Nginx()
      let records = try server.start(recordingTo: "records")
      let ffmpeg = try Program.run("ffmpeg", ["-v", "error", "-nostdin", "-i", clip, "-c", "copy", "-f", "flv", server.address("ffmpeg")])
      #expect(ffmpeg.status == 0, "\(ffmpeg.standardError)")
      let own = try Program.run(Program.mediaprobe, ["publish", clip, server.address("own")])
      #expect(own.status == 0, "\(own.standardError)")
      for name in ["ffmpeg.flv", "own.flv"] {
        let file = records.appending(path: name)
        // The server writes the end of a recording after the publisher has left.
        #expect(eventually { ((try? Data(contentsOf: file))?.count ?? 0) > 10_000 }, "\(name)")
        let result = CheckTests.check([UInt8](try Data(contentsOf: file)))
        #expect(result.refusal == nil, "\(name)")
        for finding in result.findings where finding.page.severity == .error {
          Issue.record("\(name): \(finding.page.id): \(finding.message)")
        }
        let rules = Set(result.findings.map(\.page.id.description))
        #expect(rules.isSuperset(of: ["flv.metadata-missing", "flv.repeated-sequence-header"]), "\(name): \(rules)")
      }
    }
  }
}
