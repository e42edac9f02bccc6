import Foundation
import TestSupport
import Testing

private let keys =
  "stream=codec_name,codec_tag_string,sample_fmt,sample_rate,channels,channel_layout,bits_per_sample,extradata_size"

/// Audio tracks written by ffmpeg whose sample entries have fixed or too small fields; the codec configuration has the values.
@Test(
  .enabled(if: Program.has("ffmpeg")),
  arguments: [
    ("mov", ["-c:a", "pcm_u8"]), ("mov", ["-c:a", "alac", "-ac", "1"]), ("m4a", ["-c:a", "alac", "-ar", "96000"]),
    ("mp4", ["-c:a", "ac3", "-ac", "1"]), ("mp4", ["-c:a", "ac3", "-ac", "6"]), ("mp4", ["-c:a", "eac3", "-ac", "6"]),
    ("mp4", ["-c:a", "truehd", "-strict", "-2", "-ac", "6", "-ar", "96000"]), ("mov", ["-c:a", "pcm_s24le"]),
    ("mov", ["-c:a", "pcm_f32be"]),
  ]) func soundIsThatOfFFProbe(_ kind: String, _ options: [String]) throws
{
  let file = Places.scratch("sound.\(kind)")
  defer { try? FileManager.default.removeItem(at: file) }
  let source = ["-v", "error", "-f", "lavfi", "-i", "sine=d=0.2:r=48000"]
  let made = try Program.run("ffmpeg", source + options + [file.path])
  #expect(made.status == 0, "\(made.standardError)")
  let arguments = ["-v", "quiet", "-show_entries", keys + ":stream_side_data", "-of", "compact", file.path]
  let theirs = try Program.run("ffprobe", arguments).text
  #expect(try Program.run(Program.mediaprobe, ["ffprobe"] + arguments).text == theirs)
}

private func ours(_ bytes: [UInt8], _ arguments: String...) throws -> Program.Result {
  let file = Places.scratch("probe.mp4")
  try Data(bytes).write(to: file)
  defer { try? FileManager.default.removeItem(at: file) }
  return try Program.run(Program.mediaprobe, ["ffprobe", "-v", "error"] + arguments + [file.path])
}

@Test(arguments: [(0x160, "wmav1"), (0x161, "wmav2"), (0x162, "wmapro")] as [(UInt16, String)])
func windowsMediaAudioGoesByItsFormatTag(_ tag: UInt16, _ name: String) throws {
  let format = [UInt8(tag & 255), UInt8(tag >> 8)] + hex("0600 80bb0000 803e0000 0010 1800 0200 aabb")
  let bytes = makeMovie("soun", entries: [makeSoundEntry("wma ", makeBox("wfex", format))])
  let result = try ours(bytes, "-show_entries", "stream=codec_name,channels,sample_rate,extradata_size", "-of", "csv=p=0")
  #expect(result.text == "\(name),48000,6,2\n")
}

@Test(arguments: [("00", 16, "pcm_s16be"), ("01", 16, "pcm_s16le"), ("01", 24, "pcm_s24le"), ("00", 32, "pcm_s32be")])
func linearSoundGoesByPcmC(_ flags: String, _ bits: UInt8, _ name: String) throws {
  let entry = makeSoundEntry("ipcm", makeBox("pcmC", hex("00000000") + hex(flags) + [bits]))
  let result = try ours(makeMovie("soun", entries: [entry]), "-show_entries", "stream=codec_name,bits_per_sample", "-of", "csv=p=0")
  #expect(result.text == "\(name),\(bits)\n")
}

/// ffprobe fails on a file without a moov, but accepts a moov without tracks.
@Test func aFileWithoutStreamsFails() throws {
  let whole = makeMovie("vide", entries: [makePictureEntry("avc1")])
  let moov = try #require(whole.indices.first { whole[$0...].starts(with: Array("moov".utf8)) })
  let type = Array(whole[..<(moov - 4)])
  let without = try ours(type + makeBox("mdat", [1, 2, 3, 4]), "-show_format")
  #expect(without.status == 1)
  #expect(without.text.isEmpty)
  #expect(without.standardError.contains("Invalid data found when processing input"))
  let empty = try ours(type + makeBox("moov", Array(whole[(moov + 4)..<(moov + 112)])), "-show_format", "-show_streams")
  #expect(empty.status == 0)
  #expect(empty.text.contains("nb_streams=0\n"))
}

/// 2^64 − 1 in mdhd and in a fragmented file.
@Test func aDurationOfAllOnesIsUnknown() throws {
  let header = "01000000 0000000000000000 0000000000000000 00000258 ffffffffffffffff 55c40000"
  let bytes = makeMovie("vide", entries: [makePictureEntry("avc1")], mediaHeader: header)
  for more in [[], makeBox("moof", makeBox("mfhd", hex("00000000 00000001")))] {
    let result = try ours(bytes + more, "-show_entries", "stream=duration_ts,duration:format=duration", "-of", "compact")
    #expect(!result.text.contains("9223372036854775807"), "\(result.text)")
    #expect(result.text.contains("duration=N/A") || result.text.contains("duration=0.000000"), "\(result.text)")
  }
}

@Test(.enabled(if: Program.has("ffmpeg"))) func timecodesAreTags() throws {
  let file = Places.scratch("timecode.mov")
  defer { try? FileManager.default.removeItem(at: file) }
  let source = ["-v", "error", "-f", "lavfi", "-i", "testsrc=s=32x32:r=30000/1001:d=0.2"]
  #expect(try Program.run("ffmpeg", source + ["-timecode", "10:20:30;12", file.path]).status == 0)
  let arguments = ["-v", "quiet", "-show_entries", "stream_tags=timecode", "-of", "csv", file.path]
  #expect(try Program.run(Program.mediaprobe, ["ffprobe"] + arguments).text == Program.run("ffprobe", arguments).text)
}
