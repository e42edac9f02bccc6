import Foundation
import TestSupport
import Testing

private let forms = ["default", "default=nw=1:nk=1", "compact", "compact=p=0", "csv", "csv=p=0", "flat", "ini", "xml", "json", "json=c=1"]

private func ours(_ arguments: [String]) throws -> Program.Result {
  try Program.run(Program.mediaprobe, ["ffprobe"] + arguments)
}

@Test(arguments: ["plain.mp4", "fragmented.mp4", "avc_aac.flv", "tone.aac", "bframes.h264", "opengop.hevc"])
func sectionsArePrintedAsTheyAlwaysWere(_ fixture: String) throws {
  // The file name is part of the output and must not depend on the machine.
  let line =
    "cd '\(Places.fixtures.path)' && $MP ffprobe -v error -show_format -show_streams -show_packets -show_frames -of compact \(fixture)"
  let result = try Program.shell(line)
  #expect(result.status == 0)
  try Golden.check(result.text, "ffprobe/\(fixture).compact")
}

/// The output formats are identical to those of ffprobe, byte for byte.
@Test(
  .enabled(if: Program.has("ffprobe")), arguments: forms,
  [
    ["-show_packets", "-select_streams", "v"],
    ["-show_packets", "-select_streams", "v", "-show_entries", "packet=pts_time,flags:stream=index,codec_name"],
    ["-show_entries", "stream=index,codec_type:stream_tags=language:stream_disposition=default:format=nb_streams,size:format_tags=title"],
    ["-show_format", "-pretty"], ["-show_entries", "stream=codec_name,width,duration,bit_rate", "-unit", "-prefix"], ["-show_chapters"],
    ["-count_packets", "-show_entries", "stream=nb_read_packets,nb_frames"], ["-show_format", "-sexagesimal", "-byte_binary_prefix"],
    ["-show_packets", "-ignore_editlist", "1", "-select_streams", "0"],
  ])
func formsAreThoseOfFFProbe(_ form: String, _ arguments: [String]) throws {
  let file = Places.fixtures.appending(path: "plain.mp4").path
  let all = ["-v", "error"] + arguments + ["-of", form, file]
  let theirs = try Program.run("ffprobe", all)
  #expect(try ours(all).text == theirs.text)
}

/// The same in a file that has samples in its tables and in fragments.
@Test(.enabled(if: Program.has("ffmpeg") && Program.has("ffprobe"))) func negativeOffsetsInTablesAndFragments() throws {
  let file = Places.scratch("offsets").appendingPathExtension("mp4")
  defer { try? FileManager.default.removeItem(at: file) }
  let words = [
    "-v", "error", "-i", fixturePath("plain.mp4"), "-c", "copy", "-movflags", "negative_cts_offsets", "-frag_duration", "300000",
  ]
  #expect(try Program.run("ffmpeg", words + [file.path]).status == 0)
  let shown = ["-v", "error", "-select_streams", "v", "-show_entries", "packet=pts,dts,size:stream=start_pts", "-of", "csv", file.path]
  #expect(try ours(shown).text == Program.run("ffprobe", shown).text)
}

/// With negative composition offsets ffprobe moves the presentation times of fragments, and the decoding times of plain files.
@Test(.enabled(if: Program.has("ffprobe")), arguments: ["bframes.h264", "opengop.hevc"], [[], ["--fragment", "200ms"]])
func negativeOffsetsAreThoseOfFFProbe(_ fixture: String, _ layout: [String]) throws {
  let file = Places.scratch("offsets").appendingPathExtension("mp4")
  defer { try? FileManager.default.removeItem(at: file) }
  #expect(try Program.run(Program.mediaprobe, ["remux"] + layout + [fixturePath(fixture), file.path]).status == 0)
  let shown = ["-v", "error", "-show_entries", "packet=pts,dts,duration,size,flags:stream=start_pts,duration_ts", "-of", "csv", file.path]
  #expect(try ours(shown).text == Program.run("ffprobe", shown).text)
}

@Test(
  .enabled(if: Program.has("ffprobe")),
  arguments: [
    ["-v", "error", "-foo", "x"], ["-v", "error", "-of", "yaml", "-show_format", "x"], ["-v", "error", "-show_entries", "nonsense=a", "x"],
    ["-v", "nonsense", "x"], ["-v", "error", "-i"], ["-v", "error", "-show_format", "a", "b"], ["-v", "error", "/no/such/file"],
  ])
func whatFFProbeRefusesIsRefused(_ arguments: [String]) throws {
  let (theirs, mine) = (try Program.run("ffprobe", arguments), try ours(arguments))
  #expect(theirs.status == 1)
  #expect(mine.status == 1)
  #expect(mine.standardError == theirs.standardError)
}

@Test func errorsAreSectionsWhereAsked() throws {
  let missing = try ours(["-v", "quiet", "-show_error", "/no/such/file"])
  #expect(missing.text == "[ERROR]\ncode=-2\nstring=No such file or directory\n[/ERROR]\n")
  #expect(missing.standardError.isEmpty)
  #expect(missing.status == 1)
  let foreign = Places.scratch("text")
  try Data("Dear reader, this is no film.\n".utf8).write(to: foreign)
  defer { try? FileManager.default.removeItem(at: foreign) }
  let text = try ours(["-v", "quiet", "-show_error", "-of", "json", foreign.path]).text
  #expect(text.contains("\"code\": -1094995529,"))
  #expect(try ours(["-show_data_hash", "x"]).standardError.contains("not supported"))
}
