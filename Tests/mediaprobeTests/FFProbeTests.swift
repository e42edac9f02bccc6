import Foundation
import TestSupport
import Testing

@testable import mediaprobe

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
  for option in ["-count_frames", "-show_data_hash"] { #expect(try ours([option, "x"]).standardError.contains("not supported")) }
}

@Test(arguments: [
  (0.0, "0.000000"), (1.0 / 3, "0.333333"), (2.0 / 3, "0.666667"), (-0.0213333333333, "-0.021333"), (0.0000005, "0.000000"),
  (0.9999996, "1.000000"), (18801.998568, "18801.998568"), (1e-30, "0.000000"), (123456789.125, "123456789.125000"),
])
func numbersAreRoundedAsCDoes(_ value: Double, _ text: String) {
  #expect(decimalText(value) == text)
  #expect(decimalText(value) == String(format: "%.6f", value))
}

@Test func anyNumberIsRoundedAsCDoes() {
  var state: UInt64 = 1
  func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 29
  }
  for _ in 0..<20000 {
    let value = Double(Int64(bitPattern: next()) >> Int64(12 + next() % 28)) / Double(1 + next() % 90000)
    #expect(decimalText(value) == String(format: "%.6f", value))
  }
}

@Test func streamsAreSelectedByKindAndNumber() throws {
  var streams = [ProbeStream(index: 0, kind: .video), ProbeStream(index: 1, kind: .audio), ProbeStream(index: 2, kind: .audio)]
  streams[2].id = 7
  let wanted: [(String, [Bool])] = [
    ("v", [true, false, false]), ("a", [false, true, true]), ("a:1", [false, false, true]), ("1", [false, true, false]),
    ("s", [false, false, false]), ("#7", [false, false, true]), ("i:0x7", [false, false, true]),
  ]
  for (text, selected) in wanted { #expect(ProbeStreamSpecifier(text)?.selects(among: streams) == selected, "\(text)") }
  #expect(ProbeStreamSpecifier("q") == nil)
  #expect(ProbeStreamSpecifier("v:x") == nil)
}
