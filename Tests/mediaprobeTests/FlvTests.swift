import BitstreamKit
import FLVKit
import Foundation
import TestSupport
import Testing

@testable import mediaprobe

@Test(arguments: ["table", "details", "json", "jsonl", "csv"]) func flvPrintsWhatItAlwaysDid(_ format: String) throws {
  let file = Places.fixtures.appending(path: "avc_aac.flv").path
  let result =
    format == "details" ? try Program.mediaprobe("flv", "--details", file) : try Program.mediaprobe("flv", "--format", format, file)
  #expect(result.status == 0)
  #expect(result.standardError.isEmpty)
  try Golden.check(result.text, "flv/avc_aac.\(format)")
}

@Test func flvReadsPipesLikeFiles() throws {
  let data = try Data(contentsOf: Places.fixtures.appending(path: "avc_aac.flv"))
  try Golden.check(try Program.mediaprobe("flv", "-", input: data).text, "flv/avc_aac.table")
  try Golden.check(try Program.shell("cat '\(Places.fixtures.path)/avc_aac.flv' | $MP flv --details -").text, "flv/avc_aac.details")
}

/// Creates an FLV file from tags.
private func flv(_ tags: [(type: UInt8, milliseconds: UInt32, body: [UInt8])]) -> Data {
  var bytes: [UInt8] = [0x46, 0x4C, 0x56, 1, 5, 0, 0, 0, 9, 0, 0, 0, 0]
  for tag in tags {
    var header = TagHeader()
    header.tagType = tag.type
    header.dataSize = UInt32(tag.body.count)
    header.milliseconds = tag.milliseconds
    header.pack(into: &bytes)
    bytes += tag.body
    UInt32(tag.body.count + 11).pack(into: &bytes)
  }
  return Data(bytes)
}

/// The table line of each kind of video tag.
@Test(arguments: [
  ("17000000000164001fff", "| key frame | AVC | SPS PPS"),
  ("270100002800000002419a", "| inter frame | AVC | NALU | 2"),
  ("1702000000", "| key frame | AVC | UNKNOWN"),
  ("3709000000", "| disposable inter frame | AVC | UNKNOWN"),
  ("12070707", "| key frame | Sorenson H.263"),
  ("11", "| key frame | JPEG (currently unused)"),
  ("23", "| inter frame | Screen video"),
  ("4400", "| generated keyframe | On2 VP6"),
  ("15", "| key frame | On2 VP6 with alpha channel"),
  ("16", "| key frame | Screen video version 2"),
  ("1a", "| key frame | UNKNOWN"),
  ("62", "| UNKNOWN | Sorenson H.263"),
  ("5200", "| video info/command frame | Sorenson H.263 | StartSeek"),
  ("1c00000000", "| key frame | HEVC | VPS SPS PPS"),
  ("1c010000000000010226", "| key frame | HEVC | NALU | 258"),
  ("9068766331", "| key frame | HEVC | SequenceStart"),
  ("9168766331000001000000072601", "| key frame | HEVC | CodedFrames | 7"),
  ("a368766331000000050201", "| inter frame | HEVC | CodedFramesX | 5"),
  ("9268766331", "| key frame | HEVC | SequenceEnd"),
  ("d468766331020000", "| video info/command frame | HEVC | Metadata"),
  ("93617630310102", "| key frame | AV1 | CodedFramesX"),
  ("95617630310102", "| key frame | AV1 | MPEG2TSSequenceStart"),
  ("91767030390102", "| key frame | VP9 | CodedFrames"),
  ("917676633100000000000003", "| key frame | VVC | CodedFrames | 3"),
  ("d001", "| video info/command frame | EndSeek"),
  // One track with an ID; two tracks with sizes; two tracks with their own codecs.
  ("96036876633105000000060201", "| key frame | HEVC | OneTrack | CodedFramesX | track 5 | 6"),
  ("961368766331010000060000000202010200000109", "| key frame | HEVC | ManyTracks | CodedFramesX | track 1 | 2"),
  ("9620687663310300000101", "| key frame | HEVC | ManyTracksManyCodecs | SequenceStart | track 3"),
  // A modifier first: nanoseconds, then coded frames.
  ("970200000903687663310000000402010101", "| key frame | HEVC | CodedFramesX | 4"),
])
func eachKindOfVideoTagHasItsLine(_ digits: String, _ part: String) throws {
  let body = hex(digits)
  for arguments in [["flv", "-"], ["flv", "--details", "-"]] {
    let result = try Program.run(Program.mediaprobe, arguments, input: flv([(9, 5, body)]))
    let line = try #require(result.text.split(separator: "\n").first { $0.hasPrefix("[ VIDEO]") })
    let width = String(body.count).count
    #expect(line == "[ VIDEO] " + String(repeating: " ", count: 6 - width) + "\(body.count)      5 |\(part)")
  }
}

@Test func whatIsWrongIsSaidAndReadingGoesOn() throws {
  var file = flv([(9, 40, [0x12]), (9, 20, [0x12]), (8, 0, [0x2F]), (7, 0x0100_0000, []), (8, 10, [0x2F])])
  // A wrong second PreviousTagSize, and trailing bytes that are not a tag.
  file[13 + 12 + 3] = 99
  file.append(contentsOf: [1, 2, 3])
  let result = try Program.mediaprobe("flv", "-", input: file)
  #expect(result.status == 1)
  #expect(result.text.split(separator: "\n").filter { $0.hasPrefix("[") }.count == 5)
  #expect(result.text.contains("[UNKNOWN]      0 16777216 |"))
  #expect(result.text.contains("PreviousTagSize: 99 Position: 29"))
  for finding in [
    "PreviousTagSize is 99, expected 12 at 25", "the timestamp of the video tag runs backwards from 40 to 20 at 29",
    "TagType 7 is unknown at 61", "3 bytes after the last tag are not a tag at 92",
  ] {
    #expect(result.standardError.contains("mediaprobe: standard input: \(finding)\n"), "\(finding)\n\(result.standardError)")
  }
}

@Test func lengthsOfThreeBytesAreReadAndSaid() throws {
  let record: [UInt8] = [0x17, 0, 0, 0, 0, 1, 0x42, 0, 30, 0xFE, 0xE0, 0]
  let picture: [UInt8] = [0x27, 1, 0, 0, 0, 0, 0, 2, 0x41, 0x9A]
  let result = try Program.mediaprobe("flv", "--details", "-", input: flv([(9, 0, record), (9, 0, picture)]))
  #expect(result.status == 1)
  #expect(result.text.contains("| inter frame | AVC | NALU | 2\n"))
  #expect(result.text.contains("unit SLICE (1), 2 bytes"))
  #expect(result.standardError.contains("lengthSizeMinusOne is 2, which is reserved, at 13"))
}

@Test func aCutTagIsShownAsFarAsItGoes() throws {
  let whole = flv([(9, 0, [0x17, 1, 0, 0, 0, 0, 0, 0, 4, 0x65, 1, 2, 3])])
  let cut = whole.prefix(13 + 11 + 10)
  for arguments in [["flv", "-"], ["flv", "--details", "-"]] {
    let result = try Program.run(Program.mediaprobe, arguments, input: cut)
    #expect(result.status == 1)
    #expect(result.text.contains("[ VIDEO]     13      0 || key frame | AVC | NALU | 4\n"))
    #expect(
      result.standardError.hasSuffix(
        "mediaprobe: standard input: FLVTAG: Data (file byte 0x18): truncated: needs 13 bytes, 10 bytes left\n"))
  }
  let details = try Program.mediaprobe("flv", "--details", "-", input: cut)
  #expect(details.text.contains("unit IDR (5), 4 bytes"))
}

@Test func jsonHoldsEveryTag() throws {
  let file = Places.fixtures.appending(path: "avc_aac.flv").path
  let document = try #require(
    try JSONSerialization.jsonObject(with: Program.mediaprobe("flv", "--format", "json", file).standardOutput) as? [String: Any])
  let tags = try #require(document["tags"] as? [[String: Any]])
  let lines = try Program.mediaprobe("flv", file).text.split(separator: "\n").filter { $0.hasPrefix("[") }
  #expect(tags.count == lines.count)
  #expect(document["schema_version"] as? Int == 1)
  let script = try #require(tags[0]["script"] as? [String: Any])
  #expect(script["name"] as? String == "onMetaData")
  #expect((script["value"] as? [String: Any])?["width"] as? Int == 128)
  let rows = try Program.mediaprobe("flv", "--format", "jsonl", file).text.split(separator: "\n")
  #expect(rows.count == tags.count + 2)
  for row in rows { #expect(try JSONSerialization.jsonObject(with: Data(row.utf8)) is [String: Any]) }
}

@Test func terminalsAreSafeFromNames() throws {
  // A property name and a string with escape sequences.
  let body: [UInt8] = [2, 0, 1, 0x78, 3, 0, 4, 0x1B, 0x5B, 0x32, 0x4A, 2, 0, 2, 0x07, 0x0A, 0, 0, 9]
  let result = try Program.mediaprobe("flv", "--details", "-", input: flv([(18, 0, body)]))
  #expect(result.text.contains("\\u{1B}[2J: \"\\u{07}\\n\""))
  #expect(!result.text.contains("\u{1B}"))
}

/// Compares the tags of every corpus file with a reference index.
@Test(.enabled(if: Places.corpus != nil), arguments: Places.corpusFiles("flv") + ["malformed/fate_brokensps.flv"])
func flvAgreesWithTheCorpus(_ path: String) throws {
  guard let corpus = Places.corpus else { return }
  let rows = try Places.expectedRows(path + ".tags.csv.gz").filter { $0.count > 8 && $0[8] != "!truncated" }
  let file = corpus.appending(path: path).path
  let lines = try Program.mediaprobe("flv", file).text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  #expect(lines[0] == "============== FLV Header ==============" && lines[5] == "========================================")
  var next = 6
  for (index, row) in rows.enumerated() {
    let previous = index == 0 ? "0" : rows[index - 1][7]
    #expect(lines[next] == "PreviousTagSize: \(previous) Position: \(row[1])", "\(path)")
    let type = ["8": " AUDIO", "9": " VIDEO", "18": "SCRIPT"][row[2]] ?? "UNKNOWN"
    let head =
      "[\(type)] \(String(repeating: " ", count: max(0, 6 - row[4].count)))\(row[4]) \(String(repeating: " ", count: max(0, 6 - row[5].count)))\(row[5]) |"
    #expect(lines[next + 1].hasPrefix(head), "\(path): \(lines[next + 1])")
    if row[2] != "9" { #expect(lines[next + 1] == head, "\(path)") }
    next += 2
  }
  // The last complete tag is followed by its size, then by nothing.
  if let last = rows.last, !last[7].isEmpty {
    let end = (Int(last[1]) ?? 0) + 11 + (Int(last[4]) ?? 0) + 4
    #expect(lines[next] == "PreviousTagSize: \(last[7]) Position: \(end)")
  }
}

/// AVC and AAC lines keep the exact form that existing scripts parse.
@Test(
  .enabled(if: Places.corpus != nil),
  arguments: ["scuffle_avc_aac", "srs_bbb", "h264_only", "fate_Enigma_keyframes_part", "fate_streamloop"])
func linesOfAVCHaveTheirOldForm(_ name: String) throws {
  guard let corpus = Places.corpus else { return }
  let text = try Program.mediaprobe("flv", corpus.appending(path: "flv/\(name).flv").path).text
  let forms: [Regex<Substring>] = [
    /PreviousTagSize: [0-9]+ Position: [0-9]+/, /\[SCRIPT\] [ 0-9]{6,} [ 0-9]{6,} \|/, /\[ AUDIO\] [ 0-9]{6,} [ 0-9]{6,} \|/,
    /\[ VIDEO\] [ 0-9]{6,} [ 0-9]{6,} \|\| (?:key|inter) frame \| AVC \| (?:SPS PPS|NALU \| [0-9]+|UNKNOWN)/,
  ]
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  #expect(lines.last == "")
  for line in lines.dropFirst(6).dropLast() { #expect(try forms.contains { try $0.wholeMatch(in: line) != nil }, "\(line)") }
}

/// Every output format of every file can be parsed.
@Test(.enabled(if: Places.corpus != nil), arguments: Places.corpusFiles("flv")) func everyFormOfEveryFile(_ path: String) throws {
  guard let corpus = Places.corpus else { return }
  let file = corpus.appending(path: path).path
  let document = try JSONSerialization.jsonObject(with: Program.mediaprobe("flv", "--format", "json", file).standardOutput)
  let tags = try #require((document as? [String: Any])?["tags"] as? [[String: Any]])
  for line in try Program.mediaprobe("flv", "--format", "jsonl", file).text.split(separator: "\n") {
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
  }
  // Python's csv module reads the expected number of rows and columns.
  let script = "import csv, sys; r = list(csv.reader(sys.stdin)); print(len(r), {len(x) for x in r})"
  if Program.has("python3") {
    let csv = try Program.mediaprobe("flv", "--format", "csv", file)
    let read = try Program.run("python3", ["-c", script], input: csv.standardOutput)
    #expect(read.text == "\(tags.count + 1) {19}\n", "\(path)")
  }
}

@Test func whatIsNoFLVFileIsSaidInWords() throws {
  for (text, why) in [
    ("Dear reader, this is a text file.", "plain text, not H.264, H.265, AAC, FLV or MP4"),
    ("FLW\u{1}\u{5}\0\0\0\u{9}", "this is not an FLV file: it does not begin with the letters FLV"),
  ] {
    let result = try Program.mediaprobe("flv", "-", input: Data(text.utf8))
    #expect(result.status == 65 && result.standardOutput.isEmpty)
    #expect(result.standardError == "mediaprobe: standard input: \(why)\n")
  }
}
