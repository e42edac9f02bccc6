import FLVKit
import Foundation
import TestSupport
import Testing

private func info(_ bytes: [UInt8], _ arguments: String...) throws -> String {
  let file = Places.scratch("info.mp4")
  try Data(bytes).write(to: file)
  defer { try? FileManager.default.removeItem(at: file) }
  return try Program.run(Program.mediaprobe, ["info"] + arguments + [file.path]).text
}

private let wide: [UInt8] = Array("nclx".utf8) + hex("0009 0010 0009 00")
private let eyes = makeBox("eyes", makeBox("stri", hex("00000000 03")), makeBox("hero", hex("00000000 02")))
/// Subpictures of a DVD: the object type 0xE0 names them.
private let subpictures = makeBox(
  "mp4s", hex("000000000000 0001"), makeBox("esds", hex("00000000 0315 0001 00 040d e0 e1 000000 00000000 00000000 060102")))
private let spatial = makePictureEntry("hvc1", makeBox("vexu", eyes), makeBox("hfov", hex("0000f7a4")))

private let pose = makeBox("prhd", hex("00000000 002d0000 00000000 ffe18000"))
private let sphere = makePictureEntry("avc1", makeBox("sv3d", makeBox("proj", pose, makeBox("equi", [UInt8](repeating: 0, count: 20)))))
private let aperture = makeBox("clap", hex("000000a0 00000001 000000c9 00000002 00000000 00000001 00000000 00000001"))

/// Sample entries with a line that the description must contain.
private let tracks: [(handler: String, entry: [UInt8], line: String)] = [
  ("soun", makeSoundEntry("ac-3", makeBox("dac3", hex("103dc0"))), "Sound           48000 Hz, 6 channels\n"),
  ("soun", makeSoundEntry("ac-3", makeBox("dac3", hex("100880"))), "Sound           48000 Hz, mono\n"),
  ("soun", makeSoundEntry("samr", rate: "03e80000"), "Codec           AMR (samr)\n  Sound           8000 Hz, mono\n"),
  ("soun", makeSoundEntry("mlpa", makeBox("dmlp", hex("1007804f 0000 00000000"))), "Dolby TrueHD (mlpa)\n  Sound           96000 Hz, 8"),
  ("soun", makeSoundEntry("mhm1", makeBox("mhaC", hex("01 0b 06 0000"))), "MPEG-H Audio Low Complexity, level 1 (mhm1.0x0B)\n"),
  ("vide", makePictureEntry("apcn"), "Codec           ProRes 422\n"),
  ("vide", makePictureEntry("raw "), "Codec           uncompressed video\n"),
  ("vide", makePictureEntry("av01", makeBox("av1C", hex("81 05 0c 00"))), "AV1 Main, level 3.1, Main tier (av01.0.05M.08)\n"),
  ("vide", makePictureEntry("av01", makeBox("av1C", hex("81 05 4c 00")), makeBox("colr", wide)), "(av01.0.05M.10.0.110.09.16.09.0)\n"),
  ("vide", spatial, "Stereo          stereo views, right eye first, field of view 63.4 degrees\n"),
  ("vide", sphere, "Spherical       equirectangular, yaw 45.0 degrees, roll -30.5 degrees\n"),
  ("vide", makePictureEntry("mp4v", aperture), ", clean aperture 160x100\n"),
  ("subp", subpictures, "Codec           VobSub (mp4s.E0)\n"),
]

@Test(arguments: tracks.indices) func tracksAreDescribedByTheirConfiguration(_ index: Int) throws {
  let text = try info(makeMovie(tracks[index].handler, entries: [tracks[index].entry]))
  #expect(text.contains(tracks[index].line), "\(text)")
}

/// Speex in FLV is 16 kHz mono regardless of the rate and the channels in the tag header (Adobe FLV 10.1, E.4.2.1), where FFmpeg counts the
/// channels of the header.
@Test(arguments: [0xB2, 0xBF, 0xB6] as [UInt8]) func speexIsOf16Kilohertz(header: UInt8) throws {
  var writer = FLVWriter(video: nil, audio: .aac)
  var bytes: [UInt8] = []
  writer.appendFileHeader(to: &bytes)
  for number in 0..<20 { try writer.appendTag(.audio, at: Int64(number) * 20, [header] + [UInt8](repeating: 0x3E, count: 38), to: &bytes) }
  #expect(try info(bytes).contains("Codec           Speex\n  Sound           16000 Hz, mono\n"))
  let entries = ["-show_entries", "stream=codec_name,sample_rate,channels", "-of", "csv=p=0"]
  let result = try Program.run(Program.mediaprobe, ["ffprobe", "-v", "error"] + entries + ["-"], input: Data(bytes))
  #expect(result.text == "speex,16000,1\n", "\(result.text) \(result.standardError)")
}

@Test func aMirroredPictureIsSaidToBe() throws {
  // The matrix of makeMovie's tkhd with a negated.
  var bytes = makeMovie("vide", entries: [makePictureEntry("avc1")])
  let matrix = hex("00010000 00000000 00000000 00000000 00010000")
  let place = try #require(bytes.indices.last { bytes[$0...].starts(with: matrix) })
  bytes.replaceSubrange(place..<place + 4, with: hex("ffff0000"))
  #expect(try info(bytes).contains("16x16, mirrored left to right\n"))
  bytes.replaceSubrange(place + 16..<place + 20, with: hex("ffff0000"))
  #expect(try info(bytes).contains("16x16, rotated by 180 degrees clockwise\n"))
}

/// The fragments of a fixture without its moov, with and without a styp.
/// Pictures that state how long they are shown make the rate: fewer are coded than the time scale of the VUI counts.
@Test(
  .enabled(if: Program.has("x264") && Program.has("ffmpeg")),
  arguments: [
    ("triple", "25\n"), ("32", "24000/1001 (23.976) on average\n"), ("none", "25\n"), ("euro", "24000/1001 (23.976) on average\n"),
  ])
func repeatedFieldsAreNoPictures(_ pulldown: String, _ rate: String) throws {
  try withEmptyFolder { folder in
    let source =
      "ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x64:r=\(pulldown == "32" || pulldown == "euro" ? "24000/1001" : "25"):d=4 -pix_fmt yuv420p -f yuv4mpegpipe -"
    let made = try Program.shell("cd '\(folder.path)' && \(source) | x264 --quiet --demuxer y4m --pulldown \(pulldown) -o a.h264 -")
    #expect(made.status == 0, "\(made.standardError)")
    let text = try Program.mediaprobe("info", folder.appending(path: "a.h264").path).text
    #expect(text.contains("Frame rate      \(rate)"), "\(text)")
  }
}

/// The headers of a stream that is longer than what is read of it have no findings, wherever that ends.
@Test(.enabled(if: Program.has("ffmpeg")), arguments: ["libx264", "libx265"]) func theHeadOfALongStreamEndsWithAPicture(_ encoder: String)
  throws
{
  try withEmptyFolder { folder in
    let path = folder.appending(path: encoder == "libx264" ? "a.h264" : "a.hevc").path
    let source = ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "nullsrc=s=320x240:r=25,geq=random(1)*255:128:128", "-frames:v", "25"]
    let coding = ["-c:v", encoder, "-preset", "ultrafast", "-crf", "10", "-x264-params", "aud=1", "-x265-params", "aud=1:log-level=error"]
    #expect(try Program.run("ffmpeg", source + coding + ["-pix_fmt", "yuv420p", path]).status == 0)
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    try #require(bytes.count > 400_000)
    for count in [bytes.count, 300_000, 262_145] {
      let text = try info(Array(bytes.prefix(count)))
      #expect(text.contains("no findings in the headers") || count < bytes.count && text.contains("truncated"), "\(count): \(text)")
    }
  }
}

/// A movie of two encodings names both.
@Test(.enabled(if: Program.has("ffmpeg"))) func furtherSampleEntriesAreDescribed() throws {
  try withEmptyFolder { folder in
    let path = { (name: String) in folder.appending(path: name).path }
    let source = [
      "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x120:r=25:d=0.4", "-f", "lavfi", "-i", "sine=r=48000:d=0.4",
    ]
    #expect(try Program.run("ffmpeg", source + ["-c:v", "libx264", "-c:a", "aac", path("other.mp4")]).status == 0)
    let joined = try Program.mediaprobe("join", fixturePath("plain.mp4"), path("other.mp4"), path("a.mp4"))
    #expect(joined.status == 0 && joined.standardError.contains("Chrome decodes the first of 2 encodings alone; '--hev1'"))
    let text = try Program.mediaprobe("info", path("a.mp4")).text
    #expect(
      text.contains("Sample entries  2, also H.264 High, level 1.1 (avc1.64000b), 160x120, 4:2:0, 8 bits\n"), "\(text)")
    #expect(text.contains("Sample entries  2, also AAC LC (mp4a.40.2), 48000 Hz, 1 channel\n"), "\(text)")
    let json = try JSONSerialization.jsonObject(with: try Program.mediaprobe("info", "--format", "json", path("a.mp4")).standardOutput)
    let entries = ((json as? [String: Any])?["tracks"] as? [[String: Any]])?.map { $0["further_sample_entries"] as? [[String: Any]] }
    #expect(entries?.map { $0?.count } == [1, 1] && entries?[0]?[0]["width"] as? Int == 160, "\(String(describing: entries))")
    let check = try Program.mediaprobe("check", "--for", "chrome", path("a.mp4"))
    #expect(check.status == 1 && check.text.contains("chrome.several-sample-entries"))
    let loose = try Program.mediaprobe("join", "--hev1", fixturePath("plain.mp4"), path("other.mp4"), path("b.mp4"))
    #expect(loose.status == 0 && !loose.standardError.contains("Chrome"), "\(loose.standardError)")
    #expect(try !Program.mediaprobe("check", "--for", "chrome", path("b.mp4")).text.contains("several-sample-entries"))
  }
}

/// A parameter set that cannot be read is an error of the headers, in a configuration record as in a stream.
@Test(arguments: ["plain.mp4", "avc_aac.flv", "bframes.h264"]) func damagedParameterSetsAreAnError(_ name: String) throws {
  var bytes = try Places.fixture(name)
  // After level_idc, all elements become 0 and the trailing bits 1.
  let place = try #require(Data(bytes).range(of: Data([0x67, 0x64, 0x00]))).lowerBound
  for index in 4..<9 { bytes[place + index] = 0xFF }
  let text = try info(bytes)
  #expect(text.contains("\nCheck             error h264.") || text.contains("; error h264."), "\(text)")
  #expect(try info(try Places.fixture(name)).contains("error") == false)
}

@Test func segmentsAreNoQuickTimeFiles() throws {
  let whole = try Places.fixture("fragmented.mp4")
  let moof = try #require(whole.indices.first { whole[$0...].starts(with: Array("moof".utf8)) }) - 4
  let segment = Array(whole[moof...])
  let styp = makeBox("styp", Array("msdh".utf8) + hex("00000000") + Array("msix".utf8))
  #expect(try info(styp + segment).contains("Container       MP4 segment (msdh, msix)\n"))
  #expect(try info(segment).contains("Container       MP4 segment\n"))
}

/// A fragmented file without a duration in its headers has the duration of its fragments.
@Test func fragmentsHaveADuration() throws {
  var bytes = try Places.fixture("fragmented.mp4")
  for type in ["mehd", "sidx", "mfra"] {
    while let place = bytes.indices.first(where: { bytes[$0...].starts(with: Array(type.utf8)) }) {
      bytes.replaceSubrange(place..<place + 4, with: Array("free".utf8))
    }
  }
  let document = try #require(
    try JSONSerialization.jsonObject(with: Data(info(bytes, "--format", "json").utf8)) as? [String: Any])
  let duration = try #require((document["format"] as? [String: Any])?["duration"] as? [String: Any])
  let tracks = try #require(document["tracks"] as? [[String: Any]])
  let longest = tracks.compactMap { ($0["media_duration"] as? [String: Any])?["milliseconds"] as? Int }.max()
  #expect(tracks.allSatisfy { ($0["samples"] as? Int ?? 0) > 0 })
  #expect(duration["milliseconds"] as? Int == longest)
}

/// What an auxiliary track holds, and of which track.
@Test(arguments: [true, false]) func auxiliaryTracksAreNamed(_ hasType: Bool) throws {
  // The handler follows version, flags and pre_defined.
  var bytes = try BoxEdit(try Places.fixture("plain.mp4")).patching("moov/trak[0]/mdia/hdlr", at: 8, Array("auxv".utf8))
  bytes = try BoxEdit(bytes).adding(makeBox("tref", makeBox("auxl", hex("00000002"))), to: "moov/trak[0]")
  let urn = "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha"
  if hasType {
    let box = makeBox("auxi", hex("00000000") + Array(urn.utf8) + [0])
    bytes = try BoxEdit(bytes).adding(box, to: "moov/trak[0]/mdia/minf/stbl/stsd/avc1")
  }
  let text = try info(bytes)
  #expect(text.contains("Auxiliary       \(hasType ? "alpha (\(urn))" : "of a type that is not stated")\n  Of track        1\n"), "\(text)")
  let document = try #require(
    try JSONSerialization.jsonObject(with: Data(info(bytes, "--format", "json").utf8)) as? [String: Any])
  let track = try #require((document["tracks"] as? [[String: Any]])?.first)
  #expect(track["auxiliary_type"] as? String == (hasType ? urn : "unknown") && track["auxiliary_to"] as? [Int] == [1])
}

@Test(.enabled(if: Places.corpus != nil), arguments: ["mp4/heif/g2b_thumb.heic", "mp4/heif/clap_irot_imir_non_essential.avif"])
func picturesOfHEIFAreDescribed(_ path: String) throws {
  let bytes = try Places.corpusFile(path)
  let text = try info(bytes)
  #expect(text.contains("Item 1, primary picture\n"))
  #expect(
    text.contains(path.contains("thumb") ? "Picture         320x240\n" : "12x34, cropped to 8x10, rotated by 90 degrees counter-clockwise"))
  let document = try #require(
    try JSONSerialization.jsonObject(with: Data(info(bytes, "--format", "json").utf8)) as? [String: Any])
  let items = try #require(document["items"] as? [[String: Any]])
  #expect(items.map { $0["role"] as? String } == ["primary picture", path.contains("thumb") ? "thumbnail" : "auxiliary picture"])
  #expect(items[0]["codec_string"] as? String == (path.contains("thumb") ? "hvc1.3.E.L60" : "av01.1.00M.10.0.000.02.02.02.1"))
}

@Test(.enabled(if: Places.corpus != nil)) func chaptersAreListed() throws {
  let text = try info(Places.corpusFile("mp4/shaka_small_chapters.mp4"))
  #expect(text.contains("Chapters        0:00:00.000 Chapter 01\n"))
}
